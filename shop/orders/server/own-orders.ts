import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { AnsweredOrder } from "../order.ts";
import { listOrders } from "./list-orders.ts";
import { readOrder, readOrders } from "./serialize-order.ts";

/** Lists the orders of an account, newest first (§6). */
export const listOwnOrders = async (context: Context, accountId: string): Promise<AnsweredOrder[]> =>
  (await readOrders(context, await listOrders(context.db, { accountId, newestFirst: true }))).map(
    ({ order }) => order,
  );

/** Returns an order of this account; null if it does not exist or belongs to another account (D69, D74). */
export const findOwnOrder = async (
  context: Context,
  accountId: string,
  orderId: string,
): Promise<AnsweredOrder | null> => (await readOrder(context, orderId, accountId))?.order ?? null;

/** Answers a customer's request with the current state of their order. */
export async function answerOrder<Message extends string>(
  context: Context,
  accountId: string,
  orderId: string,
  message: Message,
) {
  const order = await findOwnOrder(context, accountId, orderId);
  return order ? { success: true as const, message, order } : refuse("not_found");
}
