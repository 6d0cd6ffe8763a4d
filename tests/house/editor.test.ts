import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Editor, openEditor } from "./editor.ts";
import { root } from "./sources.ts";

/* What an editor shows on a fresh checkout: TypeScript's own language server, asked as editors ask it. */

/** Of each project, and of each kind of file in it. */
const OPENED = [
  "contract/endpoint.ts",
  "server/app.ts",
  "shop/orders/cancellation.ts",
  "shop/orders/server/place-order.ts",
  "shop/orders/web/cancel-order.tsx",
  "shop/orders/web/cancel-order.test.tsx",
  "tests/journeys/cart.journey.ts",
  "vite.config.ts",
  "scripts/checked-imports.ts",
  "web/entry-client.tsx",
  "web/pages/checkout.tsx",
];

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});
afterAll(() => editor.close());

test.each(OPENED)("%s shows nothing wrong", async (file) => {
  expect(await editor.look(file, readFileSync(path.join(root, file), "utf8"))).toEqual([]);
});

test("what is wrong shows", async () => {
  const text = 'import { links } from "#contract/links.ts";\nexport const home: number = links.home;\n';
  expect(await editor.look("web/pages/made-up.tsx", text)).toEqual([
    "2: Type 'string' is not assignable to type 'number'.",
  ]);
});
