import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { idOf, timestamptz } from "#platform/database/columns.ts";

/** The time at which a row is written, even if its transaction began long before. */
export const NOW = sql<Date>`clock_timestamp()`;

/** Number of pieces of each product, including removed products. */
export const stock = pgTable(
  "stock",
  {
    productId: text("product_id").primaryKey(),
    /**
     * Unsold pieces in the workshop including reserved ones; null means made to order (D22). Negative if more were sold
     * than are in stock.
     */
    onHand: integer("on_hand"),
    /** Number of pieces reserved by open orders; 0 for a product made to order, which only has movements. */
    reserved: integer("reserved").notNull().default(0),
    /** `onHand` at the last count without any later movements; null for a product made to order. */
    base: integer("base"),
    /** True if it may be ordered beyond the stock. */
    backorder: boolean("backorder").notNull().default(false),
    /** True if the product is hidden and cannot be ordered. */
    withdrawn: boolean("withdrawn").notNull().default(false),
    /** Time its figures were last written, by the database's clock. */
    changedAt: timestamptz("changed_at").notNull().defaultNow(),
  },
  (table) => [
    index("stock_limited")
      .on(sql`product_id`)
      .where(sql`on_hand is not null and not withdrawn`),
    index("stock_changed").on(table.changedAt),
    check("stock_reserved_check", sql`reserved >= 0`),
    check("stock_made_to_order_check", sql`on_hand is not null or reserved = 0`),
  ],
);

/**
 * The sold pieces of each product that are still in the workshop, as counted by a view of `orders` (migration 0117).
 */
export const pieceToSend = pgView("piece_to_send", {
  productId: text("product_id").notNull(),
  pieces: integer("pieces").notNull(),
}).existing();

/**
 * The effects of an order on the stock, each kind once (security §5). A `turn` lasts from a reservation to its end; a
 * payment after the release starts another.
 */
export const stockMovement = pgTable(
  "stock_movement",
  {
    orderId: idOf("order_id").notNull(),
    productId: text("product_id").notNull(),
    turn: integer("turn").notNull(),
    kind: text("kind", { enum: ["reserve", "release", "commit", "restock"] }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Only informative; no code depends on it. */
    movedAt: timestamptz("moved_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId, table.turn, table.kind] }),
    index("stock_movement_of_product").on(table.productId),
    check("stock_movement_kind_check", sql`kind in ('reserve', 'release', 'commit', 'restock')`),
    check("stock_movement_quantity_check", sql`quantity > 0`),
  ],
);
