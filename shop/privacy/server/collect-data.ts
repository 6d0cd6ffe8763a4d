import type { Caller } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { findAccount, listActivity, listOwnSessions } from "#server/accounts";
import { listAddresses } from "#server/addresses";
import { bagOf } from "#server/cart";
import { ordersOf } from "#server/orders";
import { testimonialsOf } from "#server/testimonials";

/** Everything the shop knows of a customer, room by room. */
export async function collectData(context: Context, caller: Caller) {
  const { accountId } = caller;
  const { db } = context;
  return {
    savedAt: context.now().toISOString(),
    profile: await findAccount(db, accountId),
    addresses: await listAddresses(db, accountId),
    orders: await ordersOf(context, accountId),
    bag: await bagOf(db, accountId),
    testimonials: await testimonialsOf(db, accountId),
    activity: await listActivity(db, accountId),
    sessions: (await listOwnSessions(context, caller)).sessions,
  };
}
