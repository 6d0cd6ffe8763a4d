import { beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { anonymiseOrders } from "#shop/orders/server/index.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { asha, context, setUpPage, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { buildReviewHref, listToReview, serveReviewPage } from "./review-page.ts";
import { findOwnReviews } from "./reviews.ts";

setUpSignedIn({ goods: [{ id: "bowl" }, { id: "tray" }] });
const open = setUpPage(serveReviewPage);

let orderId: string;
let href: string;
beforeEach(async () => {
  orderId = await deliver(context, asha, { products: ["bowl", "tray", "gone"] });
  href = buildReviewHref(context, orderId);
});

const send = (typed: Record<string, string>) => open(href, typed);
const listReviews = () => findOwnReviews(context, asha.accountId);
const listOpen = async () => (await listToReview(context, orderId)).map(({ productId }) => productId._id);

test("the review link in the mail shows each product, and opening it changes nothing", async () => {
  const { status, html, headers } = await open(href);
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(html.match(/name="productId"/g)).toHaveLength(3);
  // Enter presses a form's first button. This button is disabled, so that Enter does not send the first piece's review.
  expect(/<form class="reviews".*?<button([^>]*)>/s.exec(html)?.[1]).toContain("disabled");
  expect(html).not.toContain("<script");
  expect(await listReviews()).toEqual([]);
  expect(await listOpen()).toEqual(["bowl", "tray"]);
});

test("a forged review link, a tracking link, and a review link for an undelivered order or a deleted account get 404", async () => {
  const other = await deliver(context, asha, { status: "Processing" });
  const links = [
    buildReviewHref(context, other),
    buildReviewHref(context, "TRV-000000"),
    `${href}x`,
    `/review#${signLink(context, "order-tracking", orderId)}`,
  ];
  for (const wrong of links) expect((await open(wrong)).status).toBe(404);
  expect((await open(href)).status).toBe(200);
  await context.transact((tx) => anonymiseOrders(tx, asha.accountId));
  expect((await open(href)).status).toBe(404);
  expect(await listOpen()).toEqual([]);
});

test("a product can be reviewed by the mailed link without a login, and text typed about the other products is kept", async () => {
  const typed = { "rating-bowl": "4", "message-bowl": "Lovely <grain>", "message-tray": "Half a sentence" };
  const { status, html } = await send({ productId: "bowl", ...typed });
  expect(status).toBe(200);
  expect(html).toContain("We check every review before it is shown.");
  expect(html).toContain("Lovely &#60;grain&#62;");
  expect(html).toContain("Half a sentence");
  expect(await listReviews()).toMatchObject([{ productId: "bowl", rating: 4, status: "waiting" }]);
  expect(await listOpen()).toEqual(["tray"]);
  context.clock.advance(31 * DAY);
  expect((await send({})).html).toContain("A review can be changed for 30 days.");
});
