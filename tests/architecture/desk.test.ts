import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listInputFiles } from "../../scripts/build.mjs";
import { listImports, resolveImport, root, sources } from "./sources.ts";

test("the shop's site and process are built without a byte of the desk", () => {
  const inputs = listInputFiles();
  expect(inputs).toContain("web/entry-client.tsx");
  expect(inputs.filter((file) => file.startsWith("desk/"))).toEqual([]);
  const borrowed = sources
    .filter(({ file }) => !file.startsWith("desk/"))
    .flatMap((source) => listImports(source).map((specifier) => resolveImport(specifier, source.file)))
    .filter((target) => target?.startsWith("desk/"));
  expect(borrowed).toEqual([]);
});

// What was built last, where something was: `npm test` builds first.
test.runIf(existsSync(path.join(root, "dist/client/.vite/manifest.json")))(
  "what the shop sends to browsers was made of none of the desk's files",
  () => {
    const manifest = JSON.parse(
      readFileSync(path.join(root, "dist/client/.vite/manifest.json"), "utf8"),
    ) as object;
    expect(Object.keys(manifest).length).toBeGreaterThan(10);
    expect(Object.keys(manifest).filter((file) => file.includes("desk/"))).toEqual([]);
  },
);
