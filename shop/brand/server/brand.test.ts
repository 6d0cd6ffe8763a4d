import { expect, test } from "vitest";
import { readFolder } from "../../../tests/support/folder.ts";
import { context, setUpPage, setUpShop } from "../../../tests/support/test-shop.ts";
import { readBrandFiles } from "./brand-file.ts";
import { findOwnIcon, getBranding, ICONS, serveBrand, setBrand, toBrand } from "./shop-brand.ts";

const SQUARE = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="currentColor"/></svg>';

setUpShop({ goods: [] });
const ask = setUpPage(serveBrand);

test("a shop without its own brand files sends no brand to its pages and has the default icons", async () => {
  expect(await readFolder(readBrandFiles, {})).toEqual({ content: {}, errors: [] });
  expect(toBrand({})).toBeNull();
  setBrand(context, {});
  for (const icon of ICONS) expect(await findOwnIcon(context, icon)).toBeNull();
  expect(getBranding(context)).toMatchObject({ colours: {} });
  expect(getBranding(context).logo).toBeUndefined();
});

test("the owner's logo, mark, tagline and colours are served at URLs that change with their content", async () => {
  const colours = { main: "#123A5C", accent: "#8a1c1c" };
  const { content: brand, errors } = await readFolder(readBrandFiles, {
    "brand.json": { tagline: "clay for every day", colours },
    "logo.svg": SQUARE,
    "logo-mark.svg": SQUARE,
  });
  expect(errors).toEqual([]);
  setBrand(context, brand);
  expect(getBranding(context).logo, "on documents").toContain('<svg color="#123a5c"');
  const sent = toBrand(brand);
  expect(sent).toMatchObject({ tagline: "clay for every day", logo: { width: 8, height: 8 } });
  const other = toBrand({ ...brand, colours: { main: "#000000" } });
  expect(other?.styles).not.toBe(sent?.styles);

  const styles = await ask(sent?.styles ?? "");
  expect(styles.html).toContain("--walnut:#123a5c");
  expect(styles.headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(styles.html).toContain("--turmeric-deep:");
  const mark = await ask(sent?.mark?.src ?? "");
  expect(mark.html).toContain('color="#123a5c"');
  expect(mark.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; img-src data:; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect((await ask("/brand/elsewhere.svg")).status).toBe(404);

  expect(String(await findOwnIcon(context, "/favicon.svg"))).toContain("M0 0h8v8H0z");
  const icon = await findOwnIcon(context, "/apple-touch-icon.png");
  expect(icon?.subarray(1, 4).toString()).toBe("PNG");
});
