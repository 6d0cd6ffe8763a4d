import type { Principal } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import { findAccount, listActivity, listOwnSessions } from "#server/accounts";
import { listAddresses } from "#server/addresses";
import { listCartContent } from "#server/cart";
import { findOwnSubscription } from "#server/contact";
import { listOrders } from "#server/orders";
import { listOwnTestimonials } from "#server/testimonials";

/** Everything the shop knows of a customer, feature by feature. */
export async function collectData(context: Context, principal: Principal) {
  const { accountId } = principal;
  const { db } = context;
  const subscription = await findOwnSubscription(db, accountId);
  return {
    savedAt: context.now().toISOString(),
    profile: await findAccount(db, accountId),
    addresses: await listAddresses(db, accountId),
    orders: await listOrders(context, accountId),
    bag: await listCartContent(db, accountId),
    testimonials: await listOwnTestimonials(db, accountId),
    newsletter: subscription && { ...subscription, consentedAt: subscription.consentedAt.toISOString() },
    activity: await listActivity(db, accountId),
    sessions: (await listOwnSessions(context, principal)).sessions,
  };
}
