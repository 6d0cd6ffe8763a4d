import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { askPlainApp, openPlainApp } from "../../../tests/support/api.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { type BrandInFile, readBrandFiles } from "./brand-file.ts";
import { findOwnIcon, getBranding, ICONS, serveBrand, setBrand, toBrand } from "./shop-brand.ts";

const SQUARE = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="currentColor"/></svg>';

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  context = await createTestContext();
  ({ app } = await openPlainApp(context, serveBrand));
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function read(files: Record<string, string>): Promise<{ brand: BrandInFile; errors: string[] }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "shop-brand-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const errors: FileError[] = [];
  const brand = await readBrandFiles(folder, errors);
  return { brand, errors: errors.map(formatFileError) };
}

test("a shop without its own brand files sends no brand to its pages and has the default icons", async () => {
  expect(await read({})).toEqual({ brand: {}, errors: [] });
  expect(toBrand({})).toBeNull();
  setBrand(context, {});
  for (const icon of ICONS) expect(await findOwnIcon(context, icon)).toBeNull();
  expect(getBranding(context)).toMatchObject({ colours: {} });
});

test("the owner's logo, mark, tagline and colours are served at URLs that change with their content", async () => {
  const { brand, errors } = await read({
    "brand.json": JSON.stringify({
      tagline: "clay for every day",
      colours: { main: "#123A5C", accent: "#8a1c1c" },
    }),
    "logo.svg": SQUARE,
    "logo-mark.svg": SQUARE,
  });
  expect(errors).toEqual([]);
  setBrand(context, brand);
  const sent = toBrand(brand);
  expect(sent).toMatchObject({ tagline: "clay for every day", logo: { width: 8, height: 8 } });
  const other = toBrand({ ...brand, colours: { main: "#000000" } });
  expect(other?.styles).not.toBe(sent?.styles);

  const styles = await askPlainApp(app, sent?.styles ?? "");
  expect(styles.html).toContain("--walnut:#123a5c");
  expect(styles.headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(styles.html).toContain("--turmeric-deep:");
  const mark = await askPlainApp(app, sent?.mark?.src ?? "");
  expect(mark.html).toContain('color="#123a5c"');
  expect(mark.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect((await askPlainApp(app, "/brand/elsewhere.svg")).status).toBe(404);

  expect(String(await findOwnIcon(context, "/favicon.svg"))).toContain("M0 0h8v8H0z");
  const icon = await findOwnIcon(context, "/apple-touch-icon.png");
  expect(icon?.subarray(1, 4).toString()).toBe("PNG");
});
