import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { json, paise, timestamptz } from "#platform/database/columns.ts";
import type { Care, Size } from "../product.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import type { ProductSeo } from "./owner-folder/product-file.ts";

/** `name` is a file in `products/` or an absolute URL. */
export interface NamedImage {
  name: string;
  alt?: string;
}

/** `id` is the slug. A removed product is hidden, never deleted (D91). */
export const product = pgTable("product", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  care: json<Care>("care"),
  hsn: text("hsn"),
  /** The shelf in the workshop, for the pick list. Shoppers never see it. */
  shelf: text("shelf"),
  weight: integer("weight"),
  packed: json<Size>("packed"),
  netWeight: integer("net_weight"),
  finish: text("finish"),
  origin: text("origin"),
  pieces: integer("pieces"),
  manufacturer: text("manufacturer"),
  maker: text("maker"),
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
  leadDays: integer("lead_days"),
  inOwnerList: boolean("listed").notNull().default(true),
  /** True if the owner has hidden the product. An import changes this only if it contains `hidden`. */
  hiddenByHand: boolean("put_away").notNull().default(false),
  hidden: boolean("hidden")
    .notNull()
    .generatedAlwaysAs(sql`not listed or put_away`),
  ratingValue: doublePrecision("rating_value"),
  reviewCount: integer("review_count").notNull().default(0),
  /** The catalogue's revision in which the product was last changed. A stock count may leave the revision unchanged. */
  revision: bigint("revision", { mode: "number" }).notNull().default(0),
  /** When content, stock count or rating last changed (but not `shelf` or `sales`). Null if unknown. */
  updatedAt: timestamptz("updated_at"),
});

export const searchSynonym = pgTable("search_synonym", {
  words: text("words").primaryKey(),
  means: json<string[]>("means").notNull(),
});

/** One row: the content except products and synonyms. All processes load the catalogue when `revision` increases. */
export const catalogueVersion = pgTable("catalogue_edition", {
  id: integer("id").primaryKey(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  fingerprint: text("fingerprint").notNull(),
  homeContent: json<HomeContentFiles>("shop_window").notNull(),
  importedAt: timestamptz("imported_at").notNull(),
  /** The time when tax rates last took effect. If it is null, `importedAt` is used instead. */
  taxedAt: timestamptz("taxed_at"),
});
