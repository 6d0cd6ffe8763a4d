import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MAP, renderMap } from "../../scripts/write-map.ts";
import { listFiles, root } from "./sources.ts";

test("docs/developers/map.md is up to date", () => {
  expect(readFileSync(MAP, "utf8"), "run node scripts/write-map.ts to update the map").toBe(renderMap());
});

test.each(["shop", "platform"])("CONTRIBUTING.md describes exactly the folders of %s/", (layer) => {
  const guide = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
  const [, table = ""] = guide.split(`| \`${layer}/\` | |`);
  const named = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `([\w-]+)` \|/gm)].map(
    ([, name = ""]) => name,
  );
  const folders = listFiles(`${layer}/*/**/*.ts`).map((file) => file.split("/")[1] ?? "");
  expect(named.toSorted()).toEqual([...new Set(folders)].toSorted());
});
