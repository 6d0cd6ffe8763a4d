import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { type Api, askPlainApp, openApi, openPlainApp } from "../../../tests/support/api.ts";
import { type Customer, signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { writePngHeader } from "../../../tests/support/pictures.ts";
import { getPictureHref, reviewMessages } from "../review.ts";
import { buildPictureHref, servePictures } from "./review-pictures.ts";
import { anonymiseReviews, decideReview, findOwnReviews, findShownReviews, saveReview } from "./reviews.ts";
import { reviewRoutes } from "./feature.ts";
import { review, reviewPicture } from "./tables.ts";

let context: TestContext;
let api: Api;
let app: FastifyInstance;
let asha: Customer;
beforeAll(async () => {
  context = await createTestContext();
  api = await openApi(context, reviewRoutes);
  ({ app } = await openPlainApp(context, servePictures));
});
beforeEach(async () => {
  await context.wipe();
  await stockProducts(context, [{ id: "bowl" }]);
  asha = await signInCustomer(context);
  await deliver(context, asha);
});
afterAll(async () => {
  await app.close();
  await api.close();
  await context.close();
});

/** Creates a photo like one of a phone: rotated, and with a location and the owner's name in its metadata. */
const takePhoto = async (colour: string, format: "jpeg" | "png" | "webp" = "jpeg") => {
  const bytes = await sharp({ create: { width: 1800, height: 900, channels: 3, background: colour } })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: "Asha Patel" }, IFD3: { GPSLatitude: "19/1 4/1 0/1" } })
    .toFormat(format)
    .toBuffer();
  return `data:image/${format};base64,${bytes.toString("base64")}`;
};

const write = (pictures?: string[]) =>
  api
    .as(asha)
    .post("/api/reviews", { productId: "bowl", rating: 5, message: "Lovely", ...(pictures && { pictures }) });

const listPictures = async () => (await findOwnReviews(context, asha.accountId))[0]?.pictures ?? [];

async function approve() {
  for (const one of await context.db.select().from(review))
    await decideReview(context, one, { status: "approved" });
}

test("a review photo is rotated upright, resized, and stripped of location and camera data", async () => {
  expect((await write([await takePhoto("#a52")])).status).toBe(200);
  const [stored] = await context.db.select().from(reviewPicture);
  expect([stored?.width, stored?.height]).toEqual([640, 1280]);
  for (const size of [stored?.large, stored?.small]) {
    const { format, exif, orientation } = await sharp(size).metadata();
    expect([format, exif, orientation]).toEqual(["jpeg", undefined, undefined]);
    expect(size?.includes("Asha")).toBe(false);
  }
});

test("a review refuses other files than photos, and is not changed by them", async () => {
  await write();
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString(
    "base64",
  );
  for (const wrong of [
    `data:image/svg+xml;base64,${drawing}`,
    `data:image/jpeg;base64,${drawing}`,
    `data:image/jpeg;base64,${Buffer.from("not a picture").toString("base64")}`,
    "https://example.com/a.jpg",
    "data:image/jpeg;base64,",
  ])
    expect(await write([wrong])).toMatchObject({ status: 400 });
  expect((await write([await takePhoto("#000"), "a", "b", "c"])).status).toBe(400);
  expect(await context.db.select().from(review)).toMatchObject([{ revision: 1 }]);
});

test("a picture with more pixels than a phone takes is refused before it fills the memory", async () => {
  const bytes = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: "#fff" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(await write([`data:image/png;base64,${bytes.toString("base64")}`])).toMatchObject({ status: 400 });
});

test("T51: no photo is decoded for a customer who may not review the product", async () => {
  const broken = `data:image/png;base64,${writePngHeader({ width: 1, height: 24_000_000 }).toString("base64")}`;
  const stranger = await signInCustomer(context);
  const body = { productId: "bowl", rating: 5, message: "Lovely", pictures: [broken] };
  expect((await api.as(stranger).post("/api/reviews", body)).body).toMatchObject({ code: "not_received" });
  expect((await write([broken])).body).toMatchObject({ code: "bad_picture" });
  await write();
  context.clock.advance(31 * DAY);
  expect((await api.as(await signInAgain({ context }, asha)).post("/api/reviews", body)).body).toMatchObject({
    code: "too_late",
  });
});

test("T51: a second concurrent review of one customer gets 503 and can be sent again", async () => {
  const photo = await takePhoto("#a52");
  const answers = await Promise.all([write([photo]), write([photo])]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const busy = answers.find(({ status }) => status === 503);
  expect(busy?.body).toMatchObject({ code: "busy", message: reviewMessages.busy });
  expect(busy?.headers["retry-after"]).toBe("5");
  expect((await write([photo])).status).toBe(200);
});

test("a guest's review is refused before its body is read, and so is a body above the limit", async () => {
  const long = "x".repeat(100_000);
  const body = { productId: "bowl", rating: 5, message: "Lovely", pictures: [long] };
  expect((await api.inject({ method: "POST", url: "/api/reviews", body })).status).toBe(401);
  const answer = await api.as(asha).post("/api/reviews", { ...body, pictures: ["x".repeat(2_000_000)] });
  expect(answer.status).toBe(413);
});

test("a review photo is visible to others once the review is shown, and to the owner before that", async () => {
  await write([await takePhoto("#a52")]);
  const [id = ""] = await listPictures();
  const look = async (href: string) => (await askPlainApp(app, href)).status;
  const { pathname, search } = new URL(buildPictureHref(context, id));
  expect(await look(getPictureHref(id, "small"))).toBe(404);
  expect(await look(pathname + search)).toBe(200);
  expect(await look(`${pathname}?key=wrong`)).toBe(404);
  await approve();
  const [shown] = (await findShownReviews(context.db, "bowl")).reviews;
  expect(shown?.pictures).toEqual([{ id, width: 640, height: 1280 }]);
  for (const size of ["small", "large"] as const) expect(await look(getPictureHref(id, size))).toBe(200);
  const { headers } = await askPlainApp(app, getPictureHref(id, "small"));
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  for (const odd of [`${id}.huge.jpg`, "x.small.jpg", `${id.toUpperCase()}.small.jpg`])
    expect(await look(`/review-pictures/${odd}`)).toBe(404);
  await context.transact((tx) => anonymiseReviews(tx, asha.accountId));
  expect(await context.db.select().from(reviewPicture)).toEqual([]);
  expect(await look(pathname + search)).toBe(404);
});

test("product cards show stars from the third buyer on, and hide them when a review is rejected", async () => {
  const readRating = async () => (await findProducts(context, ["bowl"])).get("bowl")?.rating;
  const buyers = [asha, await signInCustomer(context), await signInCustomer(context)];
  for (const [at, buyer] of buyers.entries()) {
    if (at > 0) await deliver(context, buyer);
    expect(await readRating()).toBeUndefined();
    await saveReview(
      context,
      buyer.accountId,
      { productId: "bowl", rating: 5, message: "Lovely" },
      `10.0.0.${at}`,
    );
    await approve();
  }
  expect(await readRating()).toEqual({ average: 5, count: 3 });
  context.clock.advance(MINUTE);
  await write();
  expect(await readRating()).toBeUndefined();
});
