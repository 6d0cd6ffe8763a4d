import { formatDateTime } from "#contract/dates.ts";
import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { formatRupees, toPaise } from "#contract/money.ts";
import type { PlainPage } from "#platform/plain-page.ts";
import type { HostedCheckout } from "#server/payments";
import { getPaymentEndMessage, type PaymentEnd, paymentMessages } from "#shop/payments/payment.ts";
import { getItemTitle, type Order } from "../../order.ts";
import { ORDER_PAYMENT_FORM_PATH, ORDER_PAYMENT_PATH } from "../../phone-order.ts";
import { isPayable, wasPaid } from "../../status.ts";
import { renderHeading, renderPieces, renderWay } from "../plain-parts.ts";

const ABOVE = "Your order";

/** What the page of a link is made of. */
export interface PaymentPageFacts {
  link: string;
  order: Order;
  /** How the payment stands; null for an order that needs none. */
  end: PaymentEnd | null;
  trackingHref: string;
  /** Why the window could not be opened, if it was asked for. */
  failure?: string;
}

/**
 * The order with its sum and the way to pay it, or what became of it, for whoever has its link: no name, no address, no phone,
 * no e-mail, no note.
 */
export function renderPaymentPage(facts: PaymentPageFacts): PlainPage {
  const { order, end, failure, trackingHref } = facts;
  const isOpen = isPayable(order);
  const paid = wasPaid(order.paymentStatus) || end === "Completed";
  return {
    title: `Order ${order.orderId}`,
    main: `<div class="head">${failure === undefined ? "" : `<p class="error" role="alert">${escapeHtml(failure)}</p>`}${renderHeading(ABOVE, order.orderId, escapeHtml(describeEnd(order, end)))}</div>
${isOpen && !paid ? renderPayForm(facts) : ""}
${renderPieces(order.items, (item) => `${item.quantity} × ${getItemTitle(item)}`)}
${paid ? `<p class="ways">${renderWay(trackingHref, "See how far it is", "primary")}</p>` : ""}
<p class="soft">Something is not as you said it? ${renderLink(links.contact, "Write to us")} before you pay. Whoever has the link of this page can pay the order; it shows no name and no address.</p>`,
  };
}

function describeEnd(order: Order, end: PaymentEnd | null): string {
  if (order.cancellation?.status === "Pending") return paymentMessages.suspended;
  if (wasPaid(order.paymentStatus) && order.orderStatus !== "Cancelled") return paymentMessages.received;
  if (order.orderStatus === "Cancelled" && end !== "Refunding" && end !== "Refunded")
    return paymentMessages.notPayable;
  if (end !== "Pending") return getPaymentEndMessage(end ?? "Completed");
  const until =
    order.payableUntil === undefined ? "" : ` until ${formatDateTime(new Date(order.payableUntil))}`;
  return `Your pieces are set aside${until}. Please look it over and pay.`;
}

function renderPayForm({ link, order, end }: PaymentPageFacts): string {
  const [label, look] =
    end === "under-way" ? ["I left that payment: pay again", "secondary"] : ["Pay now", "primary"];
  return `<form class="part dispatch" method="post" action="${ORDER_PAYMENT_FORM_PATH}">
<input type="hidden" name="link" value="${escapeHtml(link)}">${end === "under-way" ? `<input type="hidden" name="again" value="yes">` : ""}
<dl class="facts"><dt>To pay</dt><dd>${formatRupees(toPaise(order.grandTotal))}</dd></dl>
<p><button class="button ${look} wide">${label}</button></p>
</form>`;
}

/** The test provider's window, in a frame that reaches nothing of the shop. */
export const renderWindowPage = (orderId: string, link: string, address: string): PlainPage => ({
  title: `Pay order ${orderId}`,
  main: `<div class="head">${renderHeading(ABOVE, orderId, "When you have paid, go on below.")}</div>
<iframe class="window" title="Pay Online" src="${escapeHtml(address)}" sandbox="allow-forms allow-scripts"></iframe>
<p class="ways">${renderWay(getPagePath(link), "See how it stands", "primary")}</p>`,
});

/** The way to the provider's own page, which comes back to the page of the link. */
export const renderCheckoutPage = (
  orderId: string,
  link: string,
  { action, fields }: HostedCheckout,
): PlainPage => ({
  title: `Pay order ${orderId}`,
  main: `<div class="head">${renderHeading(ABOVE, orderId, "You pay at Razorpay, and come back here.")}</div>
<form class="part dispatch" method="post" action="${escapeHtml(action)}">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  .join("\n")}
<p><button class="button primary wide">Go to Razorpay</button></p>
</form>
<p class="ways">${renderWay(getPagePath(link), "Back to the order", "quiet")}</p>`,
});

/** One page for every link that does not work: it does not say why. */
export const noPaymentPage: PlainPage = {
  title: "This link does not work",
  main: `<div class="head">${renderHeading(ABOVE, "This link does not work", "Perhaps a part of it got lost on the way, or its time is over: then the order was paid, or has lapsed, and nothing was charged.")}
<p>All your orders are there when you log in.</p>
<p class="ways">${renderWay(links.logIn(links.orders), "Log in", "primary")}${renderWay(links.contact, "Write to us", "quiet")}</p></div>`,
};

export const getPagePath = (link: string): string =>
  ORDER_PAYMENT_PATH.replace(":link", encodeURIComponent(link));

const renderLink = (href: string, label: string): string => `<a href="${href}" rel="noreferrer">${label}</a>`;
