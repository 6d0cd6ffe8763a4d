import { sql } from "drizzle-orm";
import { bigint, boolean, check, doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { json, paise, timestamptz } from "#platform/database/columns.ts";
import type { Care, Size } from "../product.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import type { ProductSeo } from "./owner-folder/product-file.ts";

/** A picture of a product in the owner's files: a file in `products/`, or an absolute URL. */
export interface NamedImage {
  name: string;
  alt?: string;
}

/** The products. `id` is the slug; a removed product is hidden, never deleted (D91). */
export const product = pgTable(
  "product",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    care: json<Care>("care"),
    hsn: text("hsn"),
    /** Storage place in the workshop, for the pick list; shoppers do not see it. */
    shelf: text("shelf"),
    /** Weight of a packed piece in grams. */
    weight: integer("weight"),
    /** The box of a packed piece, in centimetres. */
    packed: json<Size>("packed"),
    /** Weight of the piece without packaging, in grams. */
    netWeight: integer("net_weight"),
    finish: text("finish"),
    /** The country of origin. */
    origin: text("origin"),
    /** The net quantity: number of pieces that are sold as one. */
    pieces: integer("pieces"),
    /** Name and address of the manufacturer, if it is not the default one. */
    manufacturer: text("manufacturer"),
    /** The name of one of the makers of Our Story. */
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
    /** Days needed to make a product that is not in stock. */
    leadDays: integer("lead_days"),
    inOwnerList: boolean("listed").notNull().default(true),
    /** Hidden by a command; only a command shows it again. */
    hiddenByHand: boolean("put_away").notNull().default(false),
    hidden: boolean("hidden")
      .notNull()
      .generatedAlwaysAs(sql`not listed or put_away`),
    /** The average rating and the number of ratings; null without any. */
    ratingValue: doublePrecision("rating_value"),
    reviewCount: integer("review_count").notNull().default(0),
    /** Revision of the catalogue in which the product was last changed; every change writes it. */
    revision: bigint("revision", { mode: "number" }).notNull().default(0),
    /** Time of the last change that shoppers could see; null if unknown. A changed shelf does not count. */
    updatedAt: timestamptz("updated_at"),
  },
  (table) => [
    index("product_revision").on(table.revision),
    check("product_price_check", sql`price >= 0`),
    check("product_original_price_check", sql`original_price >= 0`),
    check("product_lead_days_check", sql`lead_days > 0`),
  ],
);

/** The owner's synonyms. An entry without a meaning removes a default one. */
export const searchSynonym = pgTable(
  "search_synonym",
  {
    /** The searched words, normalized. */
    words: text("words").primaryKey(),
    /** The shop's words for the searched words. */
    means: json<string[]>("means").notNull(),
  },
  () => [check("search_synonym_means_check", sql`jsonb_typeof(means) = 'array'`)],
);

/**
 * A single row: the content of the shop besides products. Every process reloads the catalogue when `revision`
 * increases.
 */
export const catalogueVersion = pgTable(
  "catalogue_edition",
  {
    id: integer("id").primaryKey(),
    revision: bigint("revision", { mode: "number" }).notNull(),
    /** Hash of the pictures and videos of the last import. */
    fingerprint: text("fingerprint").notNull(),
    /** The home page, the menus, rules, texts, taxes, seller and brand. */
    homeContent: json<HomeContentFiles>("shop_window").notNull(),
    importedAt: timestamptz("imported_at").notNull(),
    /** The time for which the current tax rates were published; null if it is the time of the import. */
    taxedAt: timestamptz("taxed_at"),
  },
  () => [check("catalogue_edition_id_check", sql`id = 1`)],
);
