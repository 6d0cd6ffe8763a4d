import type { Principal } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { findAccount, listActivity, listOwnSessions } from "#shop/accounts/server/index.ts";
import { listAddresses } from "#shop/addresses/server/index.ts";
import { listCartContent } from "#shop/cart/server/index.ts";
import { findOwnSubscription } from "#shop/contact/server/index.ts";
import { listOrders } from "#shop/orders/server/index.ts";
import { listOwnTestimonials } from "#shop/testimonials/server/index.ts";

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
