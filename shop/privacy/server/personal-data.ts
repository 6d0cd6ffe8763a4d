import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { forgetInAudit } from "#platform/operator/audit.ts";
import type { Person } from "#platform/operator/forget-person.ts";
import {
  findAccount,
  findVerifiedEmail,
  listActivity,
  listOwnSessions,
  checkCurrentPassword,
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
import { anonymiseOrders, findDeletionRefusal, listOwnOrders } from "#shop/orders/server/index.ts";
import { deleteReturnPictures, findReturnPictures } from "#shop/returns/server/index.ts";
import {
  anonymiseReviews,
  buildPictureHref,
  findOwnReviews,
  refreshReviewPages,
} from "#shop/reviews/server/index.ts";
import { listOwnTestimonials, anonymiseTestimonials } from "#shop/testimonials/server/index.ts";
import { deleteAllSaved, listSavedProducts } from "#shop/wishlist/server/index.ts";
import type * as endpoints from "../endpoints.ts";
import { privacyMessages } from "../privacy.ts";

export const collectData = async (
  context: Context,
  { principal }: HandlerInput<typeof endpoints.downloadData>,
) => ({
  ...(await collectLastingData(context, principal.accountId)),
  sessions: (await listOwnSessions(context, { principal })).sessions,
});

export async function collectLastingData(context: Context, accountId: string) {
  const { db } = context;
  const subscription = await findOwnSubscription(db, accountId);
  const orders = await listOwnOrders(context, accountId);
  const reviews = await findOwnReviews(context, accountId);
  return {
    savedAt: context.now().toISOString(),
    profile: await findAccount(db, accountId),
    addresses: await listAddresses(db, accountId),
    orders,
    returnPhotos: await findReturnPictures(
      context,
      orders.map(({ orderId }) => orderId),
    ),
    bag: await listCartContent(db, accountId),
    saved: await listSavedProducts(db, accountId),
    testimonials: await listOwnTestimonials(db, accountId),
    reviews: reviews.map(({ pictures, ...review }) => ({
      ...review,
      pictures: pictures.map((id) => buildPictureHref(context, id)),
    })),
    messages: await listOwnMessages(db, accountId),
    newsletter: subscription && { ...subscription, consentedAt: subscription.consentedAt.toISOString() },
    backInStock: await listOwnRequests(db, accountId),
    activity: await listActivity(db, accountId),
  };
}

export async function deleteOwnAccount(
  context: Context,
  { principal, body: { password }, requestContext }: HandlerInput<typeof endpoints.deleteAccount>,
) {
  const { accountId } = principal;
  const verified = await checkCurrentPassword(context, principal, password, requestContext, "password");
  if (isRefused(verified)) return verified;
  return deleteAccount(context, { id: accountId, email: verified.owner.email });
}

/** Deletes an account. Refuses while an order, a return or a refund is open. `confirm` may throw to roll back. */
export async function deleteAccount(
  context: Context,
  { id: accountId, email }: { id: string; email: string },
  confirm: () => void = () => {},
) {
  // Messages from an unverified e-mail address stay, because they may be from somebody else who owns the address.
  const isMailboxVerified = (await findVerifiedEmail(context.db, accountId)) !== null;
  let wasReviewShown = false;
  const result = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    const own = await collectOwnData(tx, accountId);
    await removeAccount(tx, context, accountId);
    const refusal = await findDeletionRefusal(tx, accountId);
    if (refusal) return refuse(refusal);
    await deleteAddresses(tx, accountId);
    await clearCart(tx, accountId);
    await deleteAllSaved(tx, accountId);
    const eraser = await anonymiseOrders(tx, accountId, own);
    await deleteReturnPictures(tx, accountId);
    await anonymiseTestimonials(tx, accountId);
    wasReviewShown = await anonymiseReviews(tx, accountId);
    if (isMailboxVerified) await deleteMessages(tx, email);
    await deleteSubscriber(tx, email);
    await deleteRequests(tx, email);
    await forgetInAudit(tx, eraser);
    confirm();
    return { success: true as const, message: privacyMessages.deleted };
  });
  if (wasReviewShown && !isRefused(result)) await refreshReviewPages(context);
  return result;
}

async function collectOwnData(tx: Tx, accountId: string): Promise<Person> {
  const account = await findAccount(tx, accountId);
  const addresses = await listAddresses(tx, accountId);
  return {
    orderIds: [],
    names: account ? [account] : [],
    emails: account ? [account.email] : [],
    phoneNumbers: [account, ...addresses].map((each) => each?.phoneNumber ?? ""),
    streets: addresses.map(({ street }) => street),
  };
}
