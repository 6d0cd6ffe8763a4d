import { defineStatement } from "#platform/database/statement.ts";

/** What there is of a product, as a transaction found it. */
export interface StockState {
  productId: string;
  /** Pieces in the workshop, reserved ones included; null is made to order (D22). */
  onHand: number | null;
  reserved: number;
  /** Out of the shop. */
  withdrawn: boolean;
}

/** The states of what an order wants, by product; those of counted goods do not change until the transaction ends. */
export type StockStates = ReadonlyMap<string, StockState>;

const columns = `product_id as "productId", on_hand as "onHand", reserved, withdrawn`;

/** As it is now; locks nothing, so orders of goods that are made to order never wait for each other. */
export const selectStock = defineStatement<[productIds: string[]], StockState>(
  `select ${columns} from stock where product_id = any($1)`,
);

/** Holds the rows until the transaction ends, always in the same order: no two orders wait for each other in a circle. */
export const lockStock = defineStatement<[productIds: string[]], StockState>(
  `select ${columns} from stock where product_id = any($1) order by product_id collate "C" for no key update`,
);
