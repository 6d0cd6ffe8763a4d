import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import type { PlainPage } from "#platform/plain-page.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { isHttps } from "../couriers.ts";
import { getItemTitle, type Order, type OrderItem, type Tracking } from "../order.ts";
import { buildTimeline, describePublicStep, getExpectedDelivery, type TimelineStep } from "../progress.ts";
import { TRACKING_DAYS } from "../tracking-link.ts";

/**
 * How far an order has come, for whoever has its link: number, state, days, courier, titles and pictures of its pieces. No
 * name, address, phone or e-mail, no note, no sum, and no quantity: with the shop's prices those would add up to the sum.
 */
export function renderTrackingPage(order: Order): PlainPage {
  const expected = getExpectedDelivery(order);
  return {
    title: `Order ${order.orderId}`,
    main: [
      `<div class="head"><p class="eyebrow">Order tracking</p><h1>${escapeHtml(order.orderId)}</h1>
<p class="lead">${escapeHtml(describePublicStep(order))}${expected === null ? "" : ` Expected delivery: <strong class="expected">${escapeHtml(expected)}</strong>.`}</p></div>`,
      renderTimeline(buildTimeline(order)),
      order.tracking && renderParcel(order.tracking),
      renderPieces(order.items),
      `<section class="part"><h2>What next?</h2>
<p>The invoice, the address and everything you can change are on the page of your order.</p>
<p class="ways">${renderWay(links.orderDetails(order.orderId), "Log in for details", "primary")}${renderWay(links.contact, "Write to us", "quiet")}</p></section>`,
      `<p class="soft">Whoever has the link of this page can open it, until ${TRACKING_DAYS} days after the last news. It shows no name, no address and no price.</p>`,
    ]
      .filter(Boolean)
      .join("\n"),
  };
}

/** One page for every link that does not work: it does not say why. */
export const noTrackingPage: PlainPage = {
  title: "This link does not work",
  main: `<div class="head"><p class="eyebrow">Order tracking</p><h1>This link does not work</h1>
<p class="lead">Perhaps a part of it got lost on the way, or its time is over: a tracking link works until ${TRACKING_DAYS} days after the last news of its order.</p>
<p>All your orders are there when you log in.</p>
<p class="ways">${renderWay(links.logIn(links.orders), "Log in", "primary")}${renderWay(links.contact, "Write to us", "quiet")}</p></div>`,
};

function renderTimeline(steps: readonly TimelineStep[]): string {
  if (steps.length === 0) return "";
  const next = steps.findIndex(({ done }) => !done);
  const items = steps.map(({ name, done, date }, index) => {
    const classes = ["step", done && "done", name === "Cancelled" && "ended"].filter(Boolean).join(" ");
    const state = done ? ", done" : ", still to come";
    return `<li class="${classes}"${index === next ? ` aria-current="step"` : ""}>${name}<span class="visually-hidden">${state}</span>${date === null ? "" : `<span class="date">${escapeHtml(date)}</span>`}</li>`;
  });
  return `<section class="progress" aria-label="Progress of this order"><ol class="steps">${items.join("")}</ol></section>`;
}

const renderParcel = ({ courier, number, link }: Tracking): string =>
  `<section class="part"><h2>Your parcel</h2>
<dl class="facts"><dt>Courier</dt><dd>${escapeHtml(courier)}</dd><dt>Number</dt><dd>${escapeHtml(number)}</dd></dl>
${link !== undefined && isHttps(link) ? `<p class="ways">${renderWay(link, "Follow the parcel", "secondary")}</p>` : ""}</section>`;

const renderPieces = (items: readonly OrderItem[]): string =>
  `<section class="part"><h2>In this order</h2><ul class="goods">${items.map(renderPiece).join("")}</ul></section>`;

function renderPiece(item: OrderItem): string {
  const [picture] = item.productId.images;
  const image = picture
    ? `<img src="${escapeHtml(narrowHref(resolveImage(picture.url)))}" alt="" width="80" height="80">`
    : `<span class="blank"></span>`;
  return `<li>${image}<span>${escapeHtml(getItemTitle(item))}</span></li>`;
}

function renderWay(href: string, label: string, look: "primary" | "secondary" | "quiet"): string {
  return `<a class="button ${look}" href="${escapeHtml(href)}" rel="noreferrer">${escapeHtml(label)}</a>`;
}
