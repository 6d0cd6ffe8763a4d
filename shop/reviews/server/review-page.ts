import { readOrder } from "#shop/orders/server/index.ts";
import { renderHeading, renderWay } from "#shop/orders/plain-parts.ts";
import { isAnonymised } from "#shop/documents/recipient.ts";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import {
  buildLinkHref,
  buildMessagePage,
  type OpenedLink,
  renderLinkButton,
  renderLinkField,
  serveLinkPage,
} from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { getItemTitle, type Order, type OrderItem } from "#shop/orders/order.ts";
import { MESSAGE_MAX, reviewMessages } from "../review.ts";
import { newReview } from "../review-input.ts";
import { saveReview as reviewPromises } from "../contracts.ts";
import { findOwnReviews, saveReview } from "./reviews.ts";
import { reviewMailRefusal } from "./tables.ts";

/** The page where a customer reviews the pieces of an order without login. A signed link in a mail opens it. */
export const REVIEW_PATH = "/review";

const PURPOSE = "review";
const ABOVE = "Your own words";

export const buildReviewHref = (context: Context, orderId: string): string =>
  buildLinkHref(context, REVIEW_PATH, PURPOSE, orderId);

interface ReviewedOrder {
  accountId: string;
  order: Order;
}

async function findDelivered(context: Context, orderId: string): Promise<ReviewedOrder | null> {
  const delivered = await readOrder(context, orderId);
  if (delivered?.row.status !== "Delivered" || isAnonymised(delivered.row)) return null;
  return { accountId: delivered.row.accountId, order: delivered.order };
}

export async function listToReview(context: Context, orderId: string): Promise<OrderItem[]> {
  const delivered = await findDelivered(context, orderId);
  if (!delivered || delivered.order.paymentStatus === "Refunded") return [];
  const { accountId } = reviewMailRefusal;
  const refused = await context.db.select().from(reviewMailRefusal).where(eq(accountId, delivered.accountId));
  if (refused.length > 0) return [];
  const reviewed = new Set(
    (await findOwnReviews(context, delivered.accountId)).map((ownReview) => ownReview.productId),
  );
  return listPieces(delivered.order).filter(
    ({ productId: { _id } }) => !reviewed.has(_id) && findProductSummary(context, _id) !== undefined,
  );
}

const listPieces = ({ items }: Order): OrderItem[] => [
  ...new Map(items.map((item) => [item.productId._id, item])).values(),
];

export const serveReviewPage = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: REVIEW_PATH,
    above: ABOVE,
    title: reviewMessages.title,
    // Enough for 25 reviews of maximum length in Hindi, URL-encoded.
    longestFormBytes: 262_144,
    async answer(openedLink) {
      const { reply, link, form } = openedLink;
      const orderId = readSignedLink(context, PURPOSE, link);
      const order = orderId === null ? null : await findDelivered(context, orderId);
      if (order === null) return sendPlainPage(reply, 404, noLinkPage);
      if (form.has("stop") || form.has("allow")) return changeMails(context, order, openedLink);
      return form.has("productId")
        ? takeReview(context, order, openedLink)
        : showPieces(context, order, openedLink);
    },
  });

async function changeMails(
  { db, now }: Context,
  { accountId }: ReviewedOrder,
  { reply, link, form }: OpenedLink,
): Promise<FastifyReply> {
  if (form.has("allow")) {
    await db.delete(reviewMailRefusal).where(eq(reviewMailRefusal.accountId, accountId));
    return sendPlainPage(reply, 200, allowedPage);
  }
  await db.insert(reviewMailRefusal).values({ accountId, refusedAt: now() }).onConflictDoNothing();
  return sendPlainPage(reply, 200, renderStopped(link));
}

async function takeReview(
  context: Context,
  order: ReviewedOrder,
  openedLink: OpenedLink,
): Promise<FastifyReply> {
  const { request, form } = openedLink;
  const productId = form.get("productId") ?? "";
  const checked = v.safeParse(newReview, { productId, ...readReview(form, productId) });
  if (!checked.success)
    return showPieces(context, order, openedLink, {
      failed: productId,
      failure: checked.issues[0].message,
      status: 400,
    });
  const result = await saveReview(context, order.accountId, checked.output, request.ip);
  if (!isRefused(result)) return showPieces(context, order, openedLink, { saved: result.message });
  const { status, message } = reviewPromises.refusals[result.code];
  return showPieces(context, order, openedLink, { failed: productId, failure: message, status });
}

const nameFields = (productId: string) => ({
  rating: `rating-${productId}`,
  message: `message-${productId}`,
});

/** Reads the review of one piece. The form contains all pieces, so that texts about other pieces are not lost. */
function readReview(form: URLSearchParams, productId: string) {
  const names = nameFields(productId);
  return { rating: form.get(names.rating) ?? "", message: form.get(names.message) ?? "" };
}

interface ReviewPageState {
  /** The id of the product whose review was refused. */
  failed?: string;
  failure?: string;
  saved?: string;
  status?: number;
}

async function showPieces(
  context: Context,
  { accountId, order }: ReviewedOrder,
  { reply, link, form }: OpenedLink,
  { status = 200, ...page }: ReviewPageState = {},
): Promise<FastifyReply> {
  const ownReviews = new Map(
    (await findOwnReviews(context, accountId)).map((each) => [each.productId, each]),
  );
  const pieces = listPieces(order).map((item) => {
    const productId = item.productId._id;
    const previous = ownReviews.get(productId);
    const typed = readReview(form, productId);
    const hasTyped = typed.rating !== "" || typed.message !== "" || page.failed === productId;
    return renderPiece(item, {
      before: hasTyped ? typed : previous,
      isOver: previous?.canChange === false,
      isSent: previous !== undefined,
      ...(page.failed === productId && page.failure !== undefined && { failure: page.failure }),
    });
  });
  return sendPlainPage(reply, status, {
    title: reviewMessages.title,
    main: html`<div class="head">
        ${renderHeading(`Order ${order.orderId}`, reviewMessages.title, reviewMessages.hint)}
        ${page.saved === undefined ? "" : html`<p role="status"><strong>${page.saved}</strong></p>`}
      </div>
      <form class="reviews" method="post" action="${REVIEW_PATH}">
        ${NO_SENDING_BY_ENTER} ${renderLinkField(link)}${pieces}
      </form>
      <p class="soft">
        To add photos, log in and open
        <a href="${links.orderDetails(order.orderId)}" rel="noreferrer">the order's page</a>.
      </p>
      ${renderLinkButton(REVIEW_PATH, link, "stop", "Stop these e-mails", "quiet")}`,
  });
}

/** Enter presses a form's first button. This button is disabled, so Enter does not send the first piece's review. */
const NO_SENDING_BY_ENTER = html`<button disabled hidden></button>`;

interface PieceForm {
  before: { rating: number | string; message: string } | undefined;
  isOver: boolean;
  /** True if the customer has already reviewed this product. */
  isSent: boolean;
  failure?: string;
}

function renderPiece(item: OrderItem, { before, isOver, isSent, failure }: PieceForm): Html {
  const { _id, images } = item.productId;
  const [picture] = images;
  const head = html`<div class="piece">
    ${picture ? html`<img src="${narrowHref(resolveImage(picture.url))}" alt="" width="80" height="80" />` : ""}
    <h2>${getItemTitle(item)}</h2>
  </div>`;
  if (isOver)
    return html`<section class="part">
      ${head}
      <p>${reviewMessages.tooLate}</p>
    </section>`;
  const names = nameFields(_id);
  return html`<section class="part review">
    ${head} ${failure === undefined ? "" : html`<p class="error" role="alert">${failure}</p>`}
    <fieldset class="stars">
      <legend>Your rating</legend>
      ${[1, 2, 3, 4, 5].map(
        (stars) =>
          html`<label
            ><input
              type="radio"
              name="${names.rating}"
              value="${stars}"
              ${String(stars) === String(before?.rating) ? "checked" : ""}
              aria-label="${formatCount(stars, "star")}"
            />
            ${stars} <span aria-hidden="true">★</span></label
          >`,
      )}
    </fieldset>
    <div class="field">
      <label for="${names.message}">Your review</label
      ><textarea
        class="box"
        id="${names.message}"
        name="${names.message}"
        rows="5"
        maxlength="${MESSAGE_MAX}"
      >
${before?.message ?? ""}</textarea>
    </div>
    <p>
      <button class="button primary" name="productId" value="${_id}">
        ${isSent ? "Send the changes" : "Send the review"}
      </button>
    </p>
  </section>`;
}

const renderStopped = (link: string): PlainPage =>
  buildMessagePage(
    ABOVE,
    "You've unsubscribed",
    "We won't ask you for reviews any more. You can still write one on an order's page.",
    renderLinkButton(REVIEW_PATH, link, "allow", "Get these e-mails again", "secondary"),
  );

const allowedPage = buildMessagePage(
  ABOVE,
  "You'll get these e-mails again",
  "We'll e-mail you once, ten days after a parcel has arrived.",
  html`<p class="ways">${renderWay(links.home, "To the shop", "secondary")}</p>`,
);

const noLinkPage = buildMessagePage(
  ABOVE,
  "This link does not work",
  html`Part of the link may be missing. You can also review a piece on the page of its order:
    <a href="${links.orders}" rel="noreferrer">your orders</a>.`,
);
