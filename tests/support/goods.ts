import { eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refreshCatalogue } from "#server/catalogue";
import { catalogueEdition, product } from "../../shop/catalogue/server/tables.ts";

/** A piece as a test needs it: everything else about it is ordinary. */
export interface Goods {
  id: string;
  title?: string;
  /** In paise; ₹1499.00 unless said otherwise. */
  price?: number;
  /** Made to order, so always available, unless there is a number. */
  onHand?: number;
}

/** Puts pieces on the shelves and opens the catalogue, without the owner's files. */
export async function stockShelves(context: Context, goods: readonly Goods[]): Promise<void> {
  await context.db.insert(product).values(
    goods.map(({ id, title = id, price = 149_900, onHand }) => ({
      id,
      title,
      description: "Turned by hand from one piece of wood.",
      category: "Tableware",
      subcategory: "Bowl",
      materials: ["Acacia wood"],
      sizes: [{ L: 10, B: 10, H: 4 }],
      price,
      originalPrice: price,
      discount: 0,
      images: [{ name: `https://pictures.example/${id}.jpg` }],
      variantImages: [],
      seo: {},
      createdAt: context.now(),
      sales: 0,
      onHand: onHand ?? null,
      fingerprint: id,
    })),
  );
  await reopen(context);
}

/** Takes a piece out of the shop, as an import without it does. */
export async function takeOffShelves(context: Context, id: string): Promise<void> {
  await context.db.update(product).set({ hidden: true }).where(eq(product.id, id));
  await reopen(context);
}

/** A new edition, so that the catalogue is read again as a whole. */
async function reopen(context: Context): Promise<void> {
  await context.db
    .insert(catalogueEdition)
    .values({
      id: 1,
      revision: 1,
      fingerprint: "",
      shopWindow: NOTHING_IN_THE_WINDOW,
      importedAt: context.now(),
    })
    .onConflictDoUpdate({
      target: catalogueEdition.id,
      set: { revision: sql`${catalogueEdition.revision} + 1` },
    });
  await refreshCatalogue(context);
}

const NOTHING_IN_THE_WINDOW = {
  banners: [],
  tiles: [],
  hotProducts: [],
  offerCards: [],
  services: [],
  videos: [],
  story: [],
  collections: [],
};
