import { escapeHtml } from "#contract/html.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { isHttps } from "../couriers.ts";
import { getItemTitle, type OrderItem, type Tracking } from "../order.ts";

/* The parts that the plain pages of an order have in common. */

/** A link that looks like a button. */
export const renderWay = (href: string, label: string, look: "primary" | "secondary" | "quiet"): string =>
  `<a class="button ${look}" href="${escapeHtml(href)}" rel="noreferrer">${escapeHtml(label)}</a>`;

export const renderHeading = (above: string, title: string, lead: string): string =>
  renderHead(above, `<h1>${escapeHtml(title)}</h1>`, lead);

/** The heading of an order is its number, which a browser must not translate. */
export const renderOrderHeading = (above: string, orderId: string, lead: string): string =>
  renderHead(above, `<h1 translate="no">${escapeHtml(orderId)}</h1>`, lead);

const renderHead = (above: string, title: string, lead: string): string =>
  `<p class="eyebrow">${above}</p>${title}
<p class="lead">${lead}</p>`;

export const renderParcel = (title: string, { courier, number, link }: Tracking): string =>
  `<section class="part"><h2>${title}</h2>
<dl class="facts"><dt>Courier</dt><dd>${escapeHtml(courier)}</dd><dt>Number</dt><dd translate="no">${escapeHtml(number)}</dd></dl>
${link !== undefined && isHttps(link) ? `<p class="ways">${renderWay(link, "Follow the parcel", "secondary")}</p>` : ""}</section>`;

export const renderPieces = (
  items: readonly OrderItem[],
  describe: (item: OrderItem) => string = getItemTitle,
): string =>
  `<section class="part"><h2>In this order</h2><ul class="goods">${items.map((item) => renderPiece(item, describe(item))).join("")}</ul></section>`;

function renderPiece({ productId }: OrderItem, description: string): string {
  const [picture] = productId.images;
  const image = picture
    ? `<img src="${escapeHtml(narrowHref(resolveImage(picture.url)))}" alt="" width="80" height="80">`
    : `<span class="blank"></span>`;
  return `<li>${image}<span>${escapeHtml(description)}</span></li>`;
}
