import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Editor, openEditor } from "./editor.ts";
import { listFiles, root } from "./sources.ts";

/* What an editor shows on a fresh checkout: TypeScript's own language server, asked as editors ask it. */

/** Files to open: one of each kind in each project. */
const KINDS = [
  "contract/*.ts",
  "server/*.ts",
  "shop/*/*.ts",
  "shop/orders/server/*.ts",
  "shop/orders/web/*.tsx",
  "shop/*/web/*.test.tsx",
  "tests/journeys/*.ts",
  "*.config.ts",
  "scripts/*.ts",
  "web/*.tsx",
  "web/pages/*.tsx",
];

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});
afterAll(() => editor.close());

test.each(KINDS)("nothing is underlined in %s", async (kind) => {
  const [file = ""] = listFiles(kind);
  expect(await editor.look(file, readFileSync(path.join(root, file), "utf8"))).toEqual([]);
});

test("what is wrong is underlined", async () => {
  const text = 'import { links } from "#contract/links.ts";\nexport const home: number = links.home;\n';
  expect(await editor.look("web/pages/made-up.tsx", text)).toEqual([
    "2: Type 'string' is not assignable to type 'number'.",
  ]);
});
