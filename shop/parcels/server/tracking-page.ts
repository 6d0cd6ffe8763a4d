import { DAY } from "#contract/time.ts";
import { isAnonymised } from "#shop/documents/recipient.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import {
  buildDeadLinkPage,
  renderOrderHeading,
  renderParcel,
  renderPieces,
  renderWay,
} from "#shop/orders/plain-parts.ts";
import { TRACKING_DAYS, TRACKING_PATH, TRACKING_LINK } from "#shop/orders/order-links.ts";
import type { FastifyInstance } from "fastify";
import { html, Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import { serveLinkPage } from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { getItemTitle, type Order } from "#shop/orders/order.ts";
import { describeParcel, nameParcel } from "#shop/orders/parcels.ts";
import {
  buildTimeline,
  describeCashDue,
  describePublicStep,
  getExpectedDelivery,
  isEnd,
  type TimelineStep,
} from "#shop/orders/progress.ts";
import { countGrownRings, describeTreeRing, nameTreeRing, renderTreeRing } from "#shop/orders/tree-ring.ts";
import { readOrder } from "#shop/orders/server/index.ts";

const ABOVE = "Order tracking";

export const serveTracking = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: TRACKING_PATH,
    above: ABOVE,
    title: "Track your order",
    longestFormBytes: 1_024,
    async answer({ reply, link }) {
      const order = await findTrackedOrder(context, link);
      return order
        ? sendPlainPage(reply, 200, renderTrackingPage(order))
        : sendPlainPage(reply, 404, noTrackingPage);
    },
  });

async function findTrackedOrder(context: Context, link: string): Promise<Order | null> {
  const orderId = readSignedLink(context, TRACKING_LINK, link);
  const tracked = orderId === null ? null : await readOrder(context, orderId);
  if (!tracked || isAnonymised(tracked.row)) return null;
  const isOver = context.now().getTime() > tracked.row.updatedAt.getTime() + TRACKING_DAYS * DAY;
  return isOver ? null : tracked.order;
}

/** The page is public, so it shows no name, address, contact data or note, and no amount except the cash to pay. */
function renderTrackingPage(order: Order): PlainPage {
  const expected = getExpectedDelivery(order);
  const cashDue = describeCashDue(order);
  return {
    title: `Order ${order.orderId}`,
    main: html`${[
      html`<div class="head">
        ${renderOrderHeading(ABOVE, order.orderId, html`${describePublicStep(order)}${expected !== null && html` Expected delivery: <strong class="expected">${expected}.</strong>`}`)}${cashDue === null ? "" : html`<p class="lead">${cashDue}</p>`}
      </div>`,
      html`<div class="way">${renderTimeline(buildTimeline(order))}${renderRing(order)}</div>`,
      ...renderParcels(order),
      renderPieces(order.items),
      html`<section class="part">
        <h2>What next?</h2>
        <p>Log in to see the invoice and address, or to make changes.</p>
        <p class="ways">
          ${renderWay(links.orderDetails(order.orderId), "Log in for details", "primary")}${renderWay(links.contact, "Write to us", "quiet")}
        </p>
      </section>`,
      html`<p class="soft">
        Anyone with this link can see this page for ${TRACKING_DAYS} days. It shows no name, no address and
        ${cashDue === null ? "no price" : "no price of a piece"}.
      </p>`,
    ]}`,
  };
}

function renderParcels({ parcels, tracking, items }: Order): (Html | null)[] {
  if (!parcels) return [tracking ? renderParcel("Your parcel", tracking) : null];
  return parcels.map((parcel) => {
    const titles = items.filter(({ productId }) =>
      parcel.pieces.some((piece) => piece.productId === productId._id),
    );
    const { tracking: sent, status } = parcel;
    // A lost parcel can no longer be tracked.
    const shown = sent && status === "Lost" ? { courier: sent.courier, number: sent.number } : sent;
    return renderParcel(nameParcel(parcel), shown, {
      state: describeParcel(parcel),
      pieces: titles.map(getItemTitle).join(", "),
    });
  });
}

function renderRing(order: Order): Html | null {
  const ringCount = countGrownRings(order);
  if (ringCount === null) return null;
  return html`<figure class="ring">
    <div role="img" aria-label="${describeTreeRing(ringCount, order)}">
      ${new Html(renderTreeRing(order.orderId, ringCount))}
    </div>
    <figcaption aria-hidden="true">${nameTreeRing(order)}</figcaption>
  </figure>`;
}

const noTrackingPage = buildDeadLinkPage(
  ABOVE,
  `Part of the link may be missing, or it has expired. A tracking link works for ${TRACKING_DAYS} days.`,
);

function renderTimeline(steps: readonly TimelineStep[]): Html {
  if (steps.length === 0) return html``;
  const next = steps.findIndex(({ done }) => !done);
  const items = steps.map(({ name, done, date }, index) => {
    const classes = ["step", done && "done", isEnd(name) && "ended"].filter(Boolean).join(" ");
    const state = done ? ", done" : ", still to come";
    return html`<li class="${classes}" ${index === next ? html`aria-current="step"` : ""}>
      ${name}<span class="visually-hidden">${state}</span
      >${date === null ? "" : html`<span class="date">${date}</span>`}
    </li>`;
  });
  return html`<section class="progress" aria-label="Progress of this order">
    <ol class="steps">
      ${items}
    </ol>
  </section>`;
}
