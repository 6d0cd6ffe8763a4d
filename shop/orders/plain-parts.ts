import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { getItemTitle, type OrderItem, type Tracking } from "./order.ts";

export const renderWay = (href: string, label: string, variant: "primary" | "secondary" | "quiet"): Html =>
  html`<a class="button ${variant}" href="${href}" rel="noreferrer">${label}</a>`;

export const renderHeading = (above: string, title: string, lead: Html | string): Html =>
  renderHead(above, html`<h1>${title}</h1>`, lead);

/** The page of an invalid link. It gives no reason, so that nobody can find out which links exist. */
export const buildDeadLinkPage = (above: string, lead: string) => ({
  title: "This link does not work",
  main: html`<div class="head">
    ${renderHeading(above, "This link does not work", lead)}
    <p>Log in to see all your orders.</p>
    <p class="ways">
      ${renderWay(links.logIn(links.orders), "Log in", "primary")}${renderWay(links.contact, "Write to us", "quiet")}
    </p>
  </div>`,
});

/** Prevents browsers from translating the order number. */
export const renderOrderHeading = (above: string, orderId: string, lead: Html | string): Html =>
  renderHead(above, html`<h1 translate="no">${orderId}</h1>`, lead);

const renderHead = (above: string, title: Html, lead: Html | string): Html =>
  html`<p class="eyebrow">${above}</p>
    ${title}
    <p class="lead">${lead}</p>`;

export const renderParcel = (
  title: string,
  tracking: Tracking | undefined,
  extra?: { state: string; pieces: string },
): Html => {
  const link = tracking?.link;
  return html`<section class="part">
    <h2>${title}</h2>
    <dl class="facts">
      ${
        extra &&
        html`<dt>State</dt>
          <dd>${extra.state}</dd>
          <dt>Pieces</dt>
          <dd>${extra.pieces}</dd>`
      }
      ${
        tracking &&
        html`<dt>Courier</dt>
          <dd>${tracking.courier}</dd>
          <dt>Number</dt>
          <dd translate="no">${tracking.number}</dd>`
      }
    </dl>
    ${link?.startsWith("https:") ? html`<p class="ways">${renderWay(link, "Track the parcel", "secondary")}</p>` : ""}
  </section>`;
};

export const renderPieces = (
  items: readonly OrderItem[],
  describe: (item: OrderItem) => string = getItemTitle,
): Html =>
  html`<section class="part">
    <h2>In this order</h2>
    <ul class="goods">
      ${items.map((item) => renderPiece(item, describe(item)))}
    </ul>
  </section>`;

function renderPiece({ productId }: OrderItem, description: string): Html {
  const [picture] = productId.images;
  const image = picture
    ? html`<img src="${narrowHref(resolveImage(picture.url))}" alt="" width="80" height="80" />`
    : html`<span class="blank"></span>`;
  return html`<li>${image}<span>${description}</span></li>`;
}
