import path from "node:path";
import { expect, test } from "vitest";
import { createClassNames } from "./class-names.ts";

const root = path.resolve(import.meta.dirname, "..");

test("classes have short names, each its own, and the same at every build", () => {
  const [one, other] = [createClassNames(root), createClassNames(root)];
  const given: [string, string][] = [
    ["button", "ui/button.module.css"],
    ["label", "ui/button.module.css"],
    ["breathe", "ui/button.module.css"],
    ["label", "ui/field.module.css"],
    ["card", "shop/catalogue/web/product-card.module.css"],
  ];
  const names = given.map(([name, file]) => one(name, path.join(root, file)));
  expect(new Set(names).size).toBe(given.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]{0,2}$/);
  expect(given.map(([name, file]) => other(name, `${path.join(root, file)}?direct`))).toEqual(names);
  expect(() => one("missing", path.join(root, "ui/button.module.css"))).toThrow(
    "ui/button.module.css.missing",
  );
});
