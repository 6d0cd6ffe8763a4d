import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import type { Principal, RequestContext } from "#platform/http/route.ts";
import { forgetInAudit } from "#platform/operator/audit.ts";
import {
  findAccount,
  hasProvenMailbox,
  listActivity,
  listOwnSessions,
  provePassword,
  removeAccount,
} from "#shop/accounts/server/index.ts";
import { listAddresses, deleteAddresses } from "#shop/addresses/server/index.ts";
import { deleteRequests, listOwnRequests } from "#shop/back-in-stock/server/index.ts";
import { listCartContent, clearCart } from "#shop/cart/server/index.ts";
import {
  deleteMessages,
  deleteSubscriber,
  findOwnSubscription,
  listOwnMessages,
} from "#shop/contact/server/index.ts";
import { listOrders, anonymiseOrders, hasOrderUnderWay } from "#shop/orders/server/index.ts";
import { anonymiseReviews, findOwnReviews, renewReviewPages } from "#shop/reviews/server/index.ts";
import { listOwnTestimonials, anonymiseTestimonials } from "#shop/testimonials/server/index.ts";
import { privacyMessages } from "../privacy.ts";

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
    reviews: await findOwnReviews(context, accountId),
    messages: await listOwnMessages(db, accountId),
    newsletter: subscription && { ...subscription, consentedAt: subscription.consentedAt.toISOString() },
    backInStock: await listOwnRequests(db, accountId),
    activity: await listActivity(db, accountId),
    sessions: (await listOwnSessions(context, principal)).sessions,
  };
}

/**
 * Deletes an account for its password, in one transaction across all features. Orders and testimonials stay without the
 * person. Refuses as `provePassword` does, and `order_under_way`.
 */
export async function deleteOwnAccount(
  context: Context,
  principal: Principal,
  { password }: { password: string },
  requestContext: RequestContext,
) {
  const { accountId } = principal;
  const proved = await provePassword(context, principal, password, requestContext, "password");
  if (isRefused(proved)) return proved;
  // A stranger who registered the address deletes nothing that its owner wrote.
  const isMailboxTheirs = await hasProvenMailbox(context.db, accountId);
  let wasReviewShown = false;
  const answer = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    await removeAccount(tx, context, accountId);
    if (await hasOrderUnderWay(tx, accountId)) return refuse("order_under_way");
    await deleteAddresses(tx, accountId);
    await clearCart(tx, accountId);
    await anonymiseOrders(tx, accountId);
    await anonymiseTestimonials(tx, accountId);
    wasReviewShown = await anonymiseReviews(tx, accountId);
    if (isMailboxTheirs) await deleteMessages(tx, proved.owner.email);
    await deleteSubscriber(tx, proved.owner.email);
    await deleteRequests(tx, proved.owner.email);
    await forgetInAudit(tx, proved.owner.email);
    return { success: true as const, message: privacyMessages.deleted };
  });
  if (wasReviewShown && !isRefused(answer)) await renewReviewPages(context);
  return answer;
}
