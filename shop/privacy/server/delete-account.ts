import type { Principal, RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { provePassword, removeAccount } from "#shop/accounts/server/index.ts";
import { deleteAddresses } from "#shop/addresses/server/index.ts";
import { clearCart } from "#shop/cart/server/index.ts";
import { deleteSubscriber } from "#shop/contact/server/index.ts";
import { forgetInAudit } from "#platform/operator/audit.ts";
import { anonymiseOrders, hasOrderUnderWay } from "#shop/orders/server/index.ts";
import { anonymiseTestimonials } from "#shop/testimonials/server/index.ts";
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
