import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { createPageLimit, LINK_LIMIT } from "#platform/page-limit.ts";
import { readPlainForms } from "#platform/plain-forms.ts";
import { sendPlainPage } from "#platform/plain-page.ts";
import { isRefused } from "#platform/refuse.ts";
import { buildPaymentPageHeaders } from "#platform/security-headers.ts";
import { describeHostedCheckout, describePaymentWindow, findPayment, findPaymentEnd } from "#server/payments";
import { findSeller } from "#server/seller";
import { openPaymentWindow } from "#shop/payments/contracts.ts";
import { ORDER_PAYMENT_FORM_PATH, ORDER_PAYMENT_PATH } from "../../phone-order.ts";
import { isAnonymised } from "../anonymise-orders.ts";
import { describeOrders } from "../describe-orders.ts";
import { type OrderRow, orders } from "../tables.ts";
import { buildTrackingHref } from "../tracking-link.ts";
import { readPaymentLink } from "./payment-link.ts";
import {
  getPagePath,
  noPaymentPage,
  renderCheckoutPage,
  renderPaymentPage,
  renderWindowPage,
} from "./payment-page.ts";

type LinkRequest = FastifyRequest<{ Params: { link: string } }>;

const LONGEST_FORM_BYTES = 8_192;

/**
 * Serves the page on which one order is paid without logging in, by the link of the mail about it. Opening it opens no payment,
 * as mail programs open links by themselves. The link is the right to pay and no cookie is, so it does not matter from where a
 * form is posted; what the provider's page posts on the way back is not read: the provider is asked.
 */
export async function serveOrderPayment(app: FastifyInstance, context: Context): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app, LONGEST_FORM_BYTES);
  app.get(ORDER_PAYMENT_PATH, async (request: LinkRequest, reply) => {
    limitLinks(request);
    return showOrder(context, reply, request.params.link);
  });
  app.post(ORDER_PAYMENT_PATH, (request: LinkRequest, reply) =>
    reply.header("cache-control", "no-store").redirect(getPagePath(request.params.link), 303),
  );
  app.post(ORDER_PAYMENT_FORM_PATH, async (request, reply) => {
    limitLinks(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return openWindow(context, reply, form.get("link") ?? "", form.get("again") === "yes");
  });
}

/** The provider's window for the order of a link, or why there is none. */
async function openWindow(context: Context, reply: FastifyReply, link: string, again: boolean) {
  const order = await findOrder(context, link);
  const payment = order && (await findPayment(context.db, order.orderId));
  if (!order || !payment) return showOrder(context, reply, link);
  const { orderId } = order;
  const opened = await describePaymentWindow(context, payment, again);
  if (isRefused(opened)) {
    const { status, message } = openPaymentWindow.refusals[opened.code];
    return showOrder(context, reply, link, { status, failure: message });
  }
  if (opened.provider === "test") {
    const page = renderWindowPage(orderId, link, opened.window);
    return sendPlainPage(reply, 200, page, buildPaymentPageHeaders());
  }
  const shopName = findSeller(context)?.tradeName ?? "Taruva";
  const checkout = describeHostedCheckout(context.config, opened, { shopName, backTo: getPagePath(link) });
  if (checkout === null) return showOrder(context, reply, link);
  const headers = buildPaymentPageHeaders(new URL(checkout.action).origin);
  return sendPlainPage(reply, 200, renderCheckoutPage(orderId, link, checkout), headers);
}

/** What is true of the order of a link, once its provider was asked. */
async function showOrder(
  context: Context,
  reply: FastifyReply,
  link: string,
  { status = 200, failure }: { status?: number; failure?: string } = {},
): Promise<FastifyReply> {
  const found = await findOrder(context, link);
  if (!found) return sendPlainPage(reply, 404, noPaymentPage);
  const end = await findPaymentEnd(context, found.orderId);
  // That may have changed it.
  const row = (await findOrder(context, link)) ?? found;
  const [order] = await describeOrders(context, row.accountId, [row]);
  if (!order) return sendPlainPage(reply, 404, noPaymentPage);
  const trackingHref = buildTrackingHref(context, order.orderId);
  const page = renderPaymentPage({
    link,
    order,
    end,
    trackingHref,
    ...(failure !== undefined && { failure }),
  });
  return sendPlainPage(reply, status, page);
}

/** Null for every link that does not work, also that of a customer who has left. */
async function findOrder(context: Context, link: string): Promise<OrderRow | null> {
  const orderId = readPaymentLink(context, link);
  if (orderId === null) return null;
  const [row] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
  return row && !isAnonymised(row) ? row : null;
}
