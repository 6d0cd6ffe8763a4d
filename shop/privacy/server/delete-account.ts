import type { Principal, RequestContext } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/refuse.ts";
import { provePassword, removeAccount } from "#server/accounts";
import { deleteAddresses } from "#server/addresses";
import { clearCart } from "#server/cart";
import { deleteSubscriber } from "#server/contact";
import { forgetInAudit } from "#server/operator";
import { anonymiseOrders, hasOrderUnderWay } from "#server/orders";
import { anonymiseTestimonials } from "#server/testimonials";
import { privacyMessages } from "../privacy.ts";

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
  return rollBackIfRefused(context.transact, async (tx: Tx) => {
    await removeAccount(tx, context, accountId);
    if (await hasOrderUnderWay(tx, accountId)) return refuse("order_under_way");
    await deleteAddresses(tx, accountId);
    await clearCart(tx, accountId);
    await anonymiseOrders(tx, accountId);
    await anonymiseTestimonials(tx, accountId);
    await deleteSubscriber(tx, proved.owner.email);
    await forgetInAudit(tx, proved.owner.email);
    return { success: true as const, message: privacyMessages.deleted };
  });
}
