import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { anonymiseOrders } from "#shop/orders/server/index.ts";
import { askPlainApp, openPlainApp } from "../../../tests/support/api.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { buildReviewHref, listToReview, serveReviewPage } from "./review-page.ts";
import { findOwnReviews } from "./reviews.ts";

let context: TestContext;
let app: FastifyInstance;
let asha: Customer;
let orderId: string;
let href: string;
beforeAll(async () => {
  context = await createTestContext();
  ({ app } = await openPlainApp(context, serveReviewPage));
});
beforeEach(async () => {
  await context.wipe();
  await stockProducts(context, [{ id: "bowl" }, { id: "tray" }]);
  asha = await signInCustomer(context);
  orderId = await deliver(context, asha, { products: ["bowl", "tray", "gone"] });
  href = buildReviewHref(context, orderId);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const send = (typed: Record<string, string>) => askPlainApp(app, href, typed);
const listReviews = () => findOwnReviews(context, asha.accountId);
const listOpen = async () => (await listToReview(context, orderId)).map(({ productId }) => productId._id);

test("the review link in the mail shows each product, and opening it changes nothing", async () => {
  const { status, html, headers } = await askPlainApp(app, href);
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(html.match(/name="productId"/g)).toHaveLength(3);
  expect(html).not.toContain("<script");
  expect(await listReviews()).toEqual([]);
  expect(await listOpen()).toEqual(["bowl", "tray"]);
});

test("a product can be reviewed by the mailed link without a login", async () => {
  const { status, html } = await send({ productId: "bowl", rating: "4", message: "Lovely <grain>" });
  expect(status).toBe(200);
  expect(html).toContain("We check every review before it is shown.");
  expect(html).toContain("Lovely &#60;grain&#62;");
  expect(await listReviews()).toMatchObject([{ productId: "bowl", rating: 4, status: "waiting" }]);
  expect(await listOpen()).toEqual(["tray"]);
  context.clock.advance(31 * DAY);
  expect((await send({})).html).toContain("A review can be changed for 30 days.");
});

test("a review link that is forged, of another purpose or of an undelivered order gets 404", async () => {
  const other = await deliver(context, asha, { status: "Processing" });
  const links = [
    buildReviewHref(context, other),
    buildReviewHref(context, "TRV-000000"),
    `${href}x`,
    `/review#${signLink(context, "order-tracking", orderId)}`,
  ];
  for (const wrong of links) expect((await askPlainApp(app, wrong)).status).toBe(404);
  expect((await askPlainApp(app, href)).status).toBe(200);
  await context.transact((tx) => anonymiseOrders(tx, asha.accountId));
  expect((await askPlainApp(app, href)).status).toBe(404);
  expect(await listOpen()).toEqual([]);
});
