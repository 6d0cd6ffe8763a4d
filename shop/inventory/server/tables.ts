import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { idOf, timestamptz } from "#platform/database/columns.ts";

/** The current time of the database. `now()` would be the time when the transaction began. */
export const NOW = sql<Date>`clock_timestamp()`;

export const stock = pgTable("stock", {
  productId: text("product_id").primaryKey(),
  /** Unsold pieces, including reserved ones. Negative if oversold. Null for a product made to order (D22). */
  onHand: integer("on_hand"),
  /** Pieces that open orders reserve. 0 for a product made to order, whose reservations are only in the ledger. */
  reserved: integer("reserved").notNull().default(0),
  /**
   * `onHand` always equals `base` − all sold + all restocked pieces, which `listStockErrors` checks. A stock count
   * sets `base` accordingly. A restock raises it if the last count was too low.
   */
  base: integer("base"),
  backorder: boolean("backorder").notNull().default(false),
  withdrawn: boolean("withdrawn").notNull().default(false),
  /** The time of the last change, by the database's clock instead of a server's clock. */
  changedAt: timestamptz("changed_at").notNull().defaultNow(),
});

/** Sold pieces that are not shipped. A database view calculates them from `orders` (migration 0117). */
export const pieceToSend = pgView("piece_to_send", {
  productId: text("product_id").notNull(),
  pieces: integer("pieces").notNull(),
}).existing();

/**
 * The stock ledger, with at most one row for each order, product, turn and kind (security §5). A turn is one
 * reservation and the movements after it. If the order is paid after its reservation was released, a new turn begins.
 */
export const stockMovement = pgTable(
  "stock_movement",
  {
    orderId: idOf("order_id").notNull(),
    productId: text("product_id").notNull(),
    turn: integer("turn").notNull(),
    kind: text("kind", { enum: ["reserve", "release", "commit", "restock"] }).notNull(),
    quantity: integer("quantity").notNull(),
    /** The time of the movement. It is only for information: no code reads it. */
    movedAt: timestamptz("moved_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.productId, table.turn, table.kind] })],
);
