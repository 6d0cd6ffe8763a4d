import * as v from "valibot";
import { eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refreshCatalogue } from "#shop/catalogue/server/index.ts";
import { withdrawStock } from "#shop/inventory/server/index.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import { taxFile } from "#shop/pricing/server/index.ts";
import type { SellerInFile } from "#shop/seller/server/index.ts";
import type { HomeContentFiles } from "../../shop/catalogue/server/owner-folder/home-content-files.ts";
import { EMPTY_HOME_CONTENT } from "../../shop/catalogue/server/revision.ts";
import { catalogueVersion, product } from "../../shop/catalogue/server/tables.ts";
import { stock } from "../../shop/inventory/server/tables.ts";
import { sampleSeller } from "./samples.ts";

export interface TestProduct {
  id: string;
  title?: string;
  /** The price in paise; by default ₹1499.00. */
  price?: number;
  /** By default the price, so the product is not sold at a discount. */
  originalPrice?: number;
  /** If it is missing, the product is made to order and always available. */
  onHand?: number;
  /** The number of days that it takes to make a piece that is not in stock. */
  leadDays?: number;
  /** True if customers can order more pieces than are in stock. */
  backorder?: boolean;
}

/** Inserts and publishes products, without a catalogue folder. */
export async function stockProducts(context: Context, goods: readonly TestProduct[]): Promise<void> {
  await context.db.insert(product).values(
    goods.map(({ id, title = id, price = 149_900, originalPrice = price, leadDays = null }) => ({
      id,
      title,
      description: "Turned by hand from one piece of wood.",
      category: "Tableware",
      subcategory: "Bowl",
      materials: ["Acacia wood"],
      hsn: "4419",
      sizes: [{ L: 10, B: 10, H: 4 }],
      price,
      originalPrice,
      discount: 0,
      images: [{ name: `https://pictures.example/${id}.jpg` }],
      variantImages: [],
      seo: {},
      createdAt: context.now(),
      updatedAt: context.now(),
      sales: 0,
      leadDays,
    })),
  );
  await context.db.insert(stock).values(
    goods.map(({ id, onHand = null, backorder = false }) => ({
      productId: id,
      onHand,
      backorder,
      base: onHand,
    })),
  );
  await raiseCatalogueVersion(context);
}

/** Withdraws a product, as an import does if the owner's folder no longer contains it. */
export async function withdrawProduct(context: Context, id: string): Promise<void> {
  await context.db.update(product).set({ inOwnerList: false }).where(eq(product.id, id));
  await context.transact((tx) => withdrawStock(tx, [id], true));
  await raiseCatalogueVersion(context);
}

export async function setSeller(
  context: Context,
  facts: Partial<SellerInFile>,
  taxes?: unknown,
  rules?: ChangedRules,
): Promise<void> {
  await raiseCatalogueVersion(context, {
    ...EMPTY_HOME_CONTENT,
    seller: { ...ordinarySeller, ...facts },
    ...(taxes !== undefined && { taxes: v.parse(taxFile, taxes) }),
    ...(rules && { rules }),
  });
}

export const setRules = (context: Context, rules: ChangedRules): Promise<void> =>
  raiseCatalogueVersion(context, { ...EMPTY_HOME_CONTENT, seller: ordinarySeller, rules });

export const setTexts = (
  context: Context,
  texts: NonNullable<HomeContentFiles["texts"]>,
  rules: ChangedRules = {},
): Promise<void> =>
  raiseCatalogueVersion(context, { ...EMPTY_HOME_CONTENT, seller: ordinarySeller, texts, rules });

const ordinarySeller: NonNullable<HomeContentFiles["seller"]> = {
  ...sampleSeller,
  socialLinks: [],
  taxRates: { cgst: 9, sgst: 9 },
  toConfirm: [],
};

/** Makes the shop reload the whole catalogue. */
async function raiseCatalogueVersion(context: Context, homeContent?: HomeContentFiles): Promise<void> {
  await context.db
    .insert(catalogueVersion)
    .values({
      id: 1,
      revision: 1,
      fingerprint: "",
      homeContent: homeContent ?? EMPTY_HOME_CONTENT,
      importedAt: context.now(),
    })
    .onConflictDoUpdate({
      target: catalogueVersion.id,
      set: { revision: sql`${catalogueVersion.revision} + 1`, ...(homeContent && { homeContent }) },
    });
  await refreshCatalogue(context);
}
