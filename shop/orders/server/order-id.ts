import { eq, type SQL, sql } from "drizzle-orm";
import { findDatabaseError } from "#platform/database/database.ts";
import { generateReadableId, isId } from "#platform/ids.ts";
import { orders } from "./tables.ts";

const PREFIX = "TRV";
const READABLE_ID = /^[A-Z0-9-]{1,40}$/;

/** A new `orderId` as people write it; random, so it may be taken already. */
export const generateOrderId = (): string => generateReadableId(PREFIX);

/** The order meant by an `orderId` as people write it, or by an `_id`; none for what can be neither (D69). */
export function whereOrder(given: string): SQL {
  if (isId(given)) return eq(orders.id, given);
  const readable = given.trim().toUpperCase();
  return READABLE_ID.test(readable) ? eq(orders.orderId, readable) : sql`false`;
}

const TRIES = 5;

/** The key too: an older version of the shop beside this one takes its locks in another order. */
const WORTH_ANOTHER_TRY = new Set(["orders_order_id_key", "orders_key"]);

/** Readable ids are random: when one is taken the order is tried again with another. */
export async function withFreeOrderId<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await place();
    } catch (error) {
      if (attempt === TRIES || !WORTH_ANOTHER_TRY.has(findDatabaseError(error)?.constraint ?? ""))
        throw error;
    }
  }
}
