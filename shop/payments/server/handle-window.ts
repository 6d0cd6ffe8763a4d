import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import type { openPaymentWindow } from "../endpoints.ts";
import { findPayment } from "./open-payment.ts";
import { describePaymentWindow } from "./payment-window.ts";

/** The window of an own payment. */
export async function handlePaymentWindow(
  context: Context,
  { principal, body }: HandlerInput<typeof openPaymentWindow>,
) {
  const found = await findPayment(context.db, body.orderId);
  if (!found || found.accountId !== principal.accountId) return refuse("not_found");
  return describePaymentWindow(context, found, body.again);
}
