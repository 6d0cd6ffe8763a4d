import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { findSeller } from "#shop/seller/server/index.ts";
import { context, folder, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { createProductInFolder, rewriteFolderFile } from "../../../../tests/support/catalogue-folder.ts";
import { describeStartupError } from "../../../../server/startup-error.ts";
import { openCatalogue } from "../open-catalogue.ts";
import { importCatalogue } from "./import-catalogue.ts";
import { catalogueVersion, product } from "../tables.ts";

/* Sample data is allowed in a demonstration, but not in production (D103). `real` is the seller without sample data. */
const real: Record<string, unknown> = {};
setUpCatalogue({
  imported: "never",
  change: (files) => {
    Object.assign(real, files["seller.json"]);
    Object.assign(files["seller.json"], {
      gstin: "SAMPLE GSTIN",
      address: { ...(real["address"] as object), street: "1 Sample Street" },
      socialLinks: [{ name: "Instagram", url: "https://instagram.example/taruva" }],
    });
  },
});
beforeEach(() => context.wipe());

async function openAs(profile: "demo" | "production"): Promise<string> {
  context.config.profile = profile;
  try {
    const opened = await openCatalogue(context);
    await opened.close();
    return "open";
  } catch (cause) {
    return describeStartupError(cause, { port: 0, host: "", metrics: null }) ?? String(cause);
  }
}

test("a shop in production lists all sample data and refuses to start until the owner replaces it, and the demo starts with sample data (§2.3, D103)", async () => {
  const refused = await openAs("production");
  for (const words of [
    "  - gstin\n",
    "  - address.street\n",
    "  - socialLinks.0.url\n",
    path.join(folder, "seller.json"),
  ])
    expect(refused).toContain(words);
  expect(await context.db.select().from(product)).toEqual([]);

  expect(await openAs("demo")).toBe("open");
  expect(findSeller(context)).toMatchObject({
    gstin: "SAMPLE GSTIN",
    address: { street: "1 Sample Street" },
    socialLinks: [{ url: "https://instagram.example/taruva" }],
  });
  expect(await openAs("production")).toBe(refused);

  await rewriteFolderFile(folder, "products.json", () => [createProductInFolder("another-bowl")]);
  await rewriteFolderFile(folder, "seller.json", () => real);
  expect(await openAs("production")).toBe("open");
  expect(findSeller(context)).toMatchObject({ gstin: real["gstin"], address: { city: "Surat" } });
  await rewriteFolderFile(folder, "seller.json", (seller) => ({ ...seller, phone: "+91 00000 00000" }));
  await expect(importCatalogue(context, folder), "nor does an import bring one back").rejects.toThrow(
    'seller.json, phone: is still a sample: "+91 00000 00000". Replace it with your own.',
  );
  expect(findSeller(context)).toMatchObject({ phone: real["phone"] });
  const ids = (await context.db.select({ id: product.id }).from(product)).map(({ id }) => id);
  expect(ids, "the seller alone is taken").toContain("everyday-bowl");
  expect(ids).not.toContain("another-bowl");
});

test("a shop whose catalogue folder contains an unknown field starts with the catalogue of the last import and refuses a new import", async () => {
  const previous = await rewriteFolderFile(folder, "seller.json", () => real);
  onTestFinished(() => rewriteFolderFile(folder, "seller.json", () => previous).then(() => {}));
  expect(await openAs("demo")).toBe("open");
  const [stored] = await context.db.select().from(catalogueVersion);
  const seller = { ...stored?.homeContent.seller, coupons: { name: "Welcome" } };
  await context.db
    .update(catalogueVersion)
    .set({ homeContent: { ...stored?.homeContent, seller } as NonNullable<typeof stored>["homeContent"] });
  await rewriteFolderFile(folder, "seller.json", () => ({ ...real, coupons: { name: "Welcome" } }));
  expect(await openAs("production")).toBe("open");
  expect(findSeller(context)).toMatchObject({ tradeName: real["tradeName"] });
  await expect(importCatalogue(context, folder)).rejects.toThrow(
    "seller.json, coupons: is not a field of this file.",
  );
});
