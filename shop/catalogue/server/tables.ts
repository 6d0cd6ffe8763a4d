import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { Size } from "../product.ts";
import { idOf, json, paise, timestamptz } from "#platform/columns.ts";
import type { ProductSeo } from "./product-file.ts";
import type { ImportedHomeContent, HomeContentFiles } from "./home-content-files.ts";

/** A picture of a product as the owner's files name it: a file in `products/`, or an address that stands by itself. */
export interface NamedImage {
  name: string;
  alt?: string;
}

/** The goods. `id` is the slug; a product gone from the owner's list is hidden, never deleted (D91). */
export const product = pgTable(
  "product",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    category: text("category").notNull(),
    subcategory: text("subcategory").notNull(),
    collection: text("collection"),
    materials: json<string[]>("materials").notNull(),
    sizes: json<Size[]>("sizes").notNull(),
    price: paise("price").notNull(),
    originalPrice: paise("original_price").notNull(),
    discount: doublePrecision("discount").notNull(),
    images: json<NamedImage[]>("images").notNull(),
    variantImages: json<NamedImage[]>("variant_images").notNull(),
    seo: json<ProductSeo>("seo").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    sales: integer("sales").notNull(),
    featuredRank: integer("featured_rank"),
    /** Stands in the owner's list. */
    listed: boolean("listed").notNull().default(true),
    /** Taken out of the storefront by hand, until it is put back by hand. */
    putAway: boolean("put_away").notNull().default(false),
    hidden: boolean("hidden")
      .notNull()
      .generatedAlwaysAs(sql`not listed or put_away`),
    /** Pieces in the workshop, reserved ones included; null is made to order (D22). */
    onHand: integer("on_hand"),
    reserved: integer("reserved").notNull().default(0),
    /** `onHand` at the last count, had no order ever moved a piece; null is made to order. */
    stockBase: integer("stock_base"),
    /** What the list said last: an import changes these values only where the owner wrote something else. */
    listedStock: integer("listed_stock"),
    listedPrice: paise("listed_price").notNull(),
    listedOriginalPrice: paise("listed_original_price").notNull(),
    listedDiscount: doublePrecision("listed_discount").notNull(),
    listedCollection: text("listed_collection"),
    /** Of the file's values, so that an import touches only what changed. */
    fingerprint: text("fingerprint").notNull(),
  },
  () => [
    index("product_limited")
      .on(sql`id`)
      .where(sql`on_hand is not null and not hidden`),
    check("product_price_check", sql`price >= 0`),
    check("product_original_price_check", sql`original_price >= 0`),
    check("product_on_hand_check", sql`on_hand >= 0`),
    check("product_reserved_check", sql`reserved >= 0`),
  ],
);

/** What is known of each master in the catalogue folder; size and time of change tell whether to look again. */
export const picture = pgTable("picture", {
  path: text("path").primaryKey(),
  hash: text("hash").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  modifiedMs: bigint("modified_ms", { mode: "number" }).notNull(),
});

/** One row: which import is in the shop. Every process loads the catalogue again when `revision` grows. */
export const catalogueVersion = pgTable(
  "catalogue_edition",
  {
    id: integer("id").primaryKey(),
    revision: bigint("revision", { mode: "number" }).notNull(),
    fingerprint: text("fingerprint").notNull(),
    shopWindow: json<HomeContentFiles>("shop_window").notNull(),
    /** What the files said last of that which the owner can also change by hand. */
    listed: json<ImportedHomeContent>("listed"),
    importedAt: timestamptz("imported_at").notNull(),
  },
  () => [check("catalogue_edition_id_check", sql`id = 1`)],
);

/**
 * What an order did to the stock, each kind once (security §5). A `turn` runs from reserve to its end; a payment
 * that comes after the release begins another.
 */
export const stockMovement = pgTable(
  "stock_movement",
  {
    orderId: idOf("order_id").notNull(),
    productId: text("product_id").notNull(),
    turn: integer("turn").notNull(),
    kind: text("kind", { enum: ["reserve", "release", "commit", "restock"] }).notNull(),
    quantity: integer("quantity").notNull(),
    /** For people who read the table one day; nothing is decided by it. */
    movedAt: timestamptz("moved_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId, table.turn, table.kind] }),
    check("stock_movement_kind_check", sql`kind in ('reserve', 'release', 'commit', 'restock')`),
    check("stock_movement_quantity_check", sql`quantity > 0`),
  ],
);
