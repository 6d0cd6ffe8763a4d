import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./sources.ts";

/** Code that the linter must reject. The key is a file where a developer would typically write it. */
const BREACHES: Record<string, string> = {
  "contract/totals.ts": 'export * from "#shop/orders/totals.ts";',
  "contract/disk.ts": 'export { readFileSync } from "node:fs";',
  "shop/orders/total.ts": 'export * from "#shop/cart/server/index.ts";',
  "shop/orders/domain-to-server.ts": 'export * from "./server/place-order.ts";',
  "shop/checkout/server/place-order.ts": 'export * from "../../cart/server/tables.ts";',
  "shop/orders/server/by-map.ts": 'export * from "#shop/cart/server/tables.ts";',
  "shop/orders/server/render.ts": 'export * from "../web/order-table.tsx";',
  "shop/orders/server/deep/further.ts": 'export * from "../../../cart/server/tables.ts";',
  "shop/orders/web/order-table.tsx":
    'import type { Row } from "#shop/orders/server/index.ts";\nexport type Line = Row;',
  "shop/orders/web/badge.tsx": 'export * from "#shop/cart/web/cart-drawer.tsx";',
  "shop/orders/web/rows.tsx": 'export * from "../server/find-orders.ts";',
  "ui/button.tsx": 'export * from "#shop/cart/cart.ts";',
  "client/live.ts": 'export * from "../web/shell/header.tsx";',
  "web/pages/home.tsx": 'export * from "#platform/config/config.ts";',
  "platform/mail/mail.ts": 'export * from "#shop/orders/server/index.ts";',
  "platform/clock.ts": 'export * from "../server/app.ts";',
  "server/app.ts": 'export * from "../web/routes.tsx";',
  "desk/server/desk.ts": 'export * from "#shop/orders/server/index.ts";',
  "desk/web/app.tsx": 'export * from "#platform/operator/protocol.ts";',
  "shop/toy/server/orders.ts": 'export * from "../../orders/server/place-order.ts";',
  "platform/round.ts": 'import { back } from "./back.ts";\nexport const round = () => back;',
  "platform/back.ts": 'import { round } from "./round.ts";\nexport const back = () => round;',
  "shop/orders/server/index.ts": 'export * from "#shop/merchandising/server/index.ts";',
  "shop/merchandising/server/index.ts": 'export * from "#shop/orders/server/index.ts";',
  "web/shell/header.tsx": 'export const Header = () => <p style={{ color: "red" }}>Hello</p>;',
  "web/shell/title.tsx": "export const Title = () => <title>Shop</title>;",
  "tests/journeys/wait.journey.ts":
    "export const wait = (page: { waitForTimeout(ms: number): void }) => page.waitForTimeout(5);",
};

/** Code that the linter must accept. Developers ignore a linter that has false alarms. */
const IN_ORDER: Record<string, string> = {
  "contract/money.ts": 'export { number } from "valibot";\nexport * from "./text.ts";',
  "contract/text.ts": "export const text = 1;",
  "shop/checkout/order.ts":
    'export * from "#contract/money.ts";\nexport * from "#shop/cart/cart.ts";\nexport * from "./status.ts";',
  "shop/cart/cart.ts": "export const cart = 1;",
  "shop/checkout/status.ts": "export const status = 1;",
  "shop/checkout/server/routes.ts":
    'export * from "#shop/cart/server/index.ts";\nexport * from "../order.ts";\nexport * from "#platform/about.ts";',
  "shop/cart/server/index.ts": 'export { readFileSync } from "node:fs";',
  "shop/checkout/server/deep/near.ts": 'export * from "../../order.ts";\nexport * from "../routes.ts";',
  "shop/cart/web/cart-drawer.tsx": 'export * from "#ui/dialog.tsx";\nexport * from "../cart.ts";',
  "ui/dialog.tsx": 'export { useState } from "react";\nexport * from "#contract/text.ts";',
  "web/pages/cart.tsx":
    'export * from "#shop/cart/web/cart-drawer.tsx";\nexport * from "#shop/cart/cart.ts";',
  "desk/calls.ts": 'export type { about } from "#platform/about.ts";',
  "desk/web/shell.tsx": 'export * from "#ui/dialog.tsx";\nexport * from "../calls.ts";',
  "server/features.ts": 'export * from "#shop/orders/server/feature.ts";',
  "platform/about.ts":
    'import type { round } from "./round.ts";\nexport const about = (one: typeof round) => one;',
};

let folder: string;
let complaints: Record<string, string[]>;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-lint-"));
  for (const name of [
    "oxlint.config.ts",
    "scripts/architecture.ts",
    "scripts/import-rules.ts",
    "package.json",
  ])
    cpSync(path.join(root, name), path.join(folder, name));
  for (const [file, text] of Object.entries({ ...BREACHES, ...IN_ORDER })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  complaints = lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(Object.keys(BREACHES))("refuses %s", (file) => {
  expect(complaints[file] ?? []).not.toEqual([]);
});

test.for(Object.keys(IN_ORDER))("lets %s pass", (file) => {
  expect(complaints[file] ?? []).toEqual([]);
});

function lint(): Record<string, string[]> {
  const program = path.join(root, "node_modules/oxlint/bin/oxlint");
  let output: string;
  try {
    output = execFileSync(process.execPath, [program, "--format=json"], {
      cwd: folder,
      stdio: "pipe",
    }).toString();
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout);
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; code: string; message: string }[];
  };
  const problemsOfFile: Record<string, string[]> = {};
  for (const { filename, code, message } of diagnostics) {
    (problemsOfFile[filename.replaceAll("\\", "/")] ??= []).push(`${code}: ${message}`);
  }
  return problemsOfFile;
}
