import { SECOND } from "#contract/time.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import { buildDeadLinkPage, renderOrderHeading, renderPieces, renderWay } from "../plain-parts.ts";
import { isAnonymised } from "#shop/documents/recipient.ts";
import { ORDER_PAYMENT_LINK, ORDER_PAYMENT_PATH, TRACKING_LINK, TRACKING_PATH } from "../order-links.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { formatDateTime } from "#contract/dates.ts";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { formatRupees, type Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { buildLinkHref, renderLinkField, renderLinkWay, serveLinkPage } from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { buildPaymentPageHeaders } from "#platform/http/security-headers.ts";
import {
  describeHostedCheckout,
  describePaymentWindow,
  findPayment,
  findPaymentEnd,
  recordLinkOpened,
  type HostedCheckout,
} from "#shop/payments/server/index.ts";
import { getShopName } from "#shop/seller/server/index.ts";
import { openPaymentWindow } from "#shop/payments/contracts.ts";
import { type PaymentEnd, paymentEndMessages, paymentMessages, wasPaid } from "#shop/payments/payment.ts";
import { getItemTitle, type Order } from "../order.ts";
import { cashDueLabel, describeNextStep } from "../progress.ts";
import { awaitsCash, isPayable, isPayableOnline } from "../status.ts";
import { confirmCashOrder } from "./cash-orders.ts";
import { findOrder } from "./list-orders.ts";
import { readOrder } from "./serialize-order.ts";
import type { OrderRow } from "./tables.ts";

const ABOVE = "Your order";

/**
 * Serves the page that the link in e-mails opens, to pay or confirm an order without login. Loading it must not start
 * a payment, because e-mail programs open links. Data that the payment provider posts to this page is not trusted.
 */
export const serveOrderPayment = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: ORDER_PAYMENT_PATH,
    above: ABOVE,
    title: "Pay your order",
    longestFormBytes: 8_192,
    answer: ({ reply, link, form }) =>
      form.has("pay")
        ? openWindow(context, reply, link, form.get("again") === "yes")
        : form.has("confirm")
          ? confirmOrder(context, reply, link)
          : showOrder(context, reply, link),
  });

async function confirmOrder(context: Context, reply: FastifyReply, link: string) {
  const order = await findLinkedOrder(context, link);
  if (order) await confirmCashOrder(context, order.orderId);
  return showOrder(context, reply, link);
}

async function openWindow(context: Context, reply: FastifyReply, link: string, isRetry: boolean) {
  const order = await findLinkedOrder(context, link);
  const payment = order && (await findPayment(context.db, order.orderId));
  if (!order || !payment) return showOrder(context, reply, link);
  const { orderId } = order;
  const paymentWindow = await describePaymentWindow(context, payment, isRetry);
  if (isRefused(paymentWindow)) {
    const { status, message } = openPaymentWindow.refusals[paymentWindow.code];
    return showOrder(context, reply, link, { status, failure: paymentWindow.extra.message ?? message });
  }
  if (paymentWindow.provider === "test") {
    const page = renderWindowPage(orderId, link, paymentWindow.window);
    return sendPlainPage(reply, 200, page, buildPaymentPageHeaders());
  }
  const shopName = getShopName(context);
  const checkout = describeHostedCheckout(context.config, paymentWindow, {
    shopName,
    backTo: ORDER_PAYMENT_PATH,
  });
  if (checkout === null) return showOrder(context, reply, link);
  const headers = buildPaymentPageHeaders(new URL(checkout.action).origin);
  return sendPlainPage(reply, 200, renderCheckoutPage(orderId, link, checkout), headers);
}

async function showOrder(
  context: Context,
  reply: FastifyReply,
  link: string,
  { status = 200, failure }: { status?: number; failure?: string } = {},
): Promise<FastifyReply> {
  const linkedOrder = await findLinkedOrder(context, link);
  if (!linkedOrder) return sendPlainPage(reply, 404, noPaymentPage);
  await recordLinkOpened(context, linkedOrder.orderId);
  const end = await findPaymentEnd(context, linkedOrder.orderId);
  // `findPaymentEnd` may have changed the order, so read the order again.
  const current = await readOrder(context, linkedOrder.orderId);
  if (!current) return sendPlainPage(reply, 404, noPaymentPage);
  const { order, row } = current;
  const page = renderPaymentPage({
    link,
    order,
    toPay: row.payable,
    end,
    trackingHref: buildLinkHref(context, TRACKING_PATH, TRACKING_LINK, order.orderId),
    ...(failure !== undefined && { failure }),
  });
  return sendPlainPage(reply, status, page);
}

async function findLinkedOrder(context: Context, link: string): Promise<OrderRow | null> {
  const [orderId = "", expiry] = readSignedLink(context, ORDER_PAYMENT_LINK, link)?.split(".") ?? [];
  const isValid = orderId !== "" && context.now().getTime() <= Number(expiry) * SECOND;
  const order = isValid ? await findOrder(context.db, orderId) : null;
  return order && !isAnonymised(order) ? order : null;
}

interface PaymentPageFacts {
  link: string;
  order: Order;
  toPay: Paise;
  end: PaymentEnd | null;
  trackingHref: string;
  failure?: string;
}

/** Anybody with the link can see the page, so it contains no personal data and no note. */
function renderPaymentPage(page: PaymentPageFacts): PlainPage {
  const { order, end, failure, trackingHref } = page;
  const isOpen = isPayableOnline(order);
  const isToConfirm = order.cash?.confirmBy !== undefined && order.cancellation?.status !== "Pending";
  const paid = wasPaid(order.paymentStatus) || end === "Completed";
  const step = isToConfirm ? "confirm" : isOpen && !paid ? "pay" : null;
  return {
    title: `Order ${order.orderId}`,
    main: html`<div class="head">
        ${failure === undefined ? "" : html`<p class="error" role="alert">${failure}</p>`}${renderOrderHeading(ABOVE, order.orderId, describeEnd(order, end))}
      </div>
      ${step === "pay" ? renderPayForm(page) : ""}${isToConfirm ? renderConfirmForm(page) : ""}
      ${renderPieces(order.items, (item) => `${item.quantity} × ${getItemTitle(item)}`)}
      ${paid || (awaitsCash(order) && !isToConfirm) ? html`<div class="ways">${renderLinkWay(trackingHref, "Track your order", "primary")}</div>` : ""}
      ${order.orderStatus === "Cancelled" && !paid ? html`<p class="ways">${renderWay(links.products(), "Back to the shop", "primary")}</p>` : ""}
      <p class="soft">
        Is something wrong with the order?
        ${renderLink(links.contact, "Write to us")}${step === null ? "" : ` before you ${step}. Anyone with this link can ${step} the order`}.
        This page shows no name and no address.
      </p>`,
  };
}

function describeEnd(order: Order, end: PaymentEnd | null): string {
  if (order.cash?.confirmBy !== undefined && order.cancellation?.status !== "Pending")
    return `Your pieces are set aside until ${formatDateTime(new Date(order.cash.confirmBy))}. Please review your order and confirm it. Then we start packing.`;
  if (order.cash) return describeNextStep(order);
  if (order.cancellation?.status === "Pending") return paymentMessages.suspended;
  if (wasPaid(order.paymentStatus) && order.orderStatus !== "Cancelled") return paymentMessages.received;
  if (order.orderStatus === "Cancelled" && end !== "Refunding" && end !== "Refunded")
    return order.expired ? describeNextStep(order) : paymentMessages.notPayable;
  if (isPayable(order) && !isPayableOnline(order)) return describeNextStep(order);
  if (end !== "Pending") return paymentEndMessages[end ?? "Completed"];
  const deadline =
    order.payableUntil === undefined ? "" : ` until ${formatDateTime(new Date(order.payableUntil))}`;
  return `Your pieces are set aside${deadline}. Please review your order and pay.`;
}

const renderConfirmForm = (page: PaymentPageFacts): Html =>
  renderForm(
    page,
    cashDueLabel,
    html`<button class="button primary wide" name="confirm" value="yes">Confirm this order</button>`,
  );

function renderPayForm(page: PaymentPageFacts): Html {
  const isAgain = page.end === "under-way";
  return renderForm(
    page,
    page.order.shipping === undefined ? "To pay" : "To pay, with shipping",
    isAgain
      ? html`<input type="hidden" name="again" value="yes" /><button
            class="button secondary wide"
            name="pay"
            value="yes"
          >
            Pay again
          </button>`
      : html`<button class="button primary wide" name="pay" value="yes">Pay now</button>`,
  );
}

const renderForm = ({ link, toPay }: PaymentPageFacts, label: string, button: Html): Html =>
  html`<form class="part act" method="post" action="${ORDER_PAYMENT_PATH}">
    ${renderLinkField(link)}
    <dl class="facts">
      <dt>${label}</dt>
      <dd>${formatRupees(toPay)}</dd>
    </dl>
    <p>${button}</p>
  </form>`;

/** The sandbox keeps the test provider's payment window from accessing the shop. */
const renderWindowPage = (orderId: string, link: string, address: string): PlainPage => ({
  title: `Pay order ${orderId}`,
  main: html`<div class="head">
      ${renderOrderHeading(ABOVE, orderId, "When you have paid, continue below.")}
    </div>
    <iframe class="window" title="Pay Online" src="${address}" sandbox="allow-forms allow-scripts"></iframe>
    <div class="ways">
      ${renderLinkWay(`${ORDER_PAYMENT_PATH}#${link}`, "Check the payment", "primary")}
    </div>`,
});

const renderCheckoutPage = (
  orderId: string,
  link: string,
  { action, fields }: HostedCheckout,
): PlainPage => ({
  title: `Pay order ${orderId}`,
  main: html`<div class="head">
      ${renderOrderHeading(ABOVE, orderId, "You pay at Razorpay and then return here.")}
    </div>
    <form class="part act" method="post" action="${action}">
      ${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <p><button class="button primary wide">Go to Razorpay</button></p>
    </form>
    <div class="ways">${renderLinkWay(`${ORDER_PAYMENT_PATH}#${link}`, "Back to the order", "quiet")}</div>`,
});

const noPaymentPage = buildDeadLinkPage(
  ABOVE,
  "Part of the link may be missing. If the order was already paid, or was cancelled, you no longer need it.",
);

const renderLink = (href: string, label: string): Html =>
  html`<a href="${href}" rel="noreferrer">${label}</a>`;
