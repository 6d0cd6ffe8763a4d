import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listInputFiles } from "../../scripts/build.mjs";
import { listImports, resolveImport, root, sources } from "./sources.ts";

test("the build of the shop contains no file of the desk", () => {
  const inputs = listInputFiles();
  expect(inputs).toContain("web/entry-client.tsx");
  expect(inputs.filter((file) => file.startsWith("desk/"))).toEqual([]);
  const borrowed = sources
    .filter(({ file }) => !file.startsWith("desk/"))
    .flatMap((source) => listImports(source).map((specifier) => resolveImport(specifier, source.file)))
    .filter((target) => target?.startsWith("desk/"));
  expect(borrowed).toEqual([]);
});

// This test checks the most recent build, and is skipped if there is none. `npm test` builds first.
test.runIf(existsSync(path.join(root, "dist/client/.vite/manifest.json")))(
  "the shop's build for browsers contains no module of the desk",
  () => {
    const manifest = JSON.parse(
      readFileSync(path.join(root, "dist/client/.vite/manifest.json"), "utf8"),
    ) as object;
    expect(Object.keys(manifest).length).toBeGreaterThan(10);
    expect(Object.keys(manifest).filter((file) => file.includes("desk/"))).toEqual([]);
  },
);
