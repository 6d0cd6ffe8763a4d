import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { writePngHeader } from "../../../tests/support/pictures.ts";
import { api, asha, context, readRows, setUpPage, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { getPictureHref, reviewMessages } from "../review.ts";
import { buildPictureHref, servePictures } from "./review-pictures.ts";
import { anonymiseReviews, decideReview, findOwnReviews, findShownReviews, saveReview } from "./reviews.ts";
import { review, reviewPicture } from "./tables.ts";

setUpSignedIn({ goods: [{ id: "bowl" }] });
const open = setUpPage(servePictures);
beforeEach(() => deliver(context, asha));

const takePhoto = async () => {
  const bytes = await sharp({ create: { width: 1800, height: 900, channels: 3, background: "#a52" } })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: "Asha Patel" }, IFD3: { GPSLatitude: "19/1 4/1 0/1" } })
    .jpeg()
    .toBuffer();
  return toData("jpeg", bytes);
};

const toData = (format: string, bytes: Buffer | string) =>
  `data:image/${format};base64,${Buffer.from(bytes).toString("base64")}`;

const lovely = { productId: "bowl", rating: 5, message: "Lovely" } as const;

const write = (pictures?: string[], as = asha) =>
  api.as(as).post("/api/reviews", { ...lovely, ...(pictures && { pictures }) });

async function approve() {
  for (const one of await context.db.select().from(review))
    await decideReview(context, one, { status: "approved" });
}

test("a review photo is rotated upright, resized, and stripped of location and camera data", async () => {
  expect((await write([await takePhoto()])).status).toBe(200);
  const [stored] = await context.db.select().from(reviewPicture);
  expect([stored?.width, stored?.height]).toEqual([640, 1280]);
  for (const size of [stored?.large, stored?.small]) {
    const { format, exif, orientation } = await sharp(size).metadata();
    expect([format, exif, orientation]).toEqual(["jpeg", undefined, undefined]);
    expect(size?.includes("Asha")).toBe(false);
  }
});

test("a review with files that are not photos is refused, and the earlier review stays unchanged", async () => {
  await write();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  for (const wrong of [toData("svg+xml", drawing), "https://example.com/a.jpg", "data:image/jpeg;base64,"])
    expect(await write([wrong])).toMatchObject({ status: 400 });
  for (const unreadable of [toData("jpeg", drawing), toData("jpeg", "not a picture")])
    expect(await write([unreadable])).toMatchObject({ status: 400, body: { code: "bad_picture" } });
  expect((await write([await takePhoto(), "a", "b", "c"])).status).toBe(400);
  expect(await readRows("review")).toMatchObject([{ revision: 1 }]);
});

test("no photo is decoded for a customer who may not review the product (T51)", async () => {
  const broken = toData("png", writePngHeader({ width: 1, height: 24_000_000 }));
  const stranger = await signInCustomer(context);
  expect((await write([broken], stranger)).body).toMatchObject({ code: "not_received" });
  expect((await write([broken])).body).toMatchObject({ code: "bad_picture" });
  await write();
  context.clock.advance(31 * DAY);
  const later = await signInAgain({ context }, asha);
  expect((await write([broken], later)).body).toMatchObject({ code: "too_late" });
});

test("one of two concurrent reviews by the same customer gets 503 and can be sent again (T51)", async () => {
  const photo = await takePhoto();
  const answers = await Promise.all([write([photo]), write([photo])]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(answers.find(({ status }) => status === 503)).toMatchObject({
    body: { code: "busy", message: reviewMessages.busy },
    headers: { "retry-after": "5" },
  });
  expect((await write([photo])).status).toBe(200);
});

test("a guest's review is refused before its body is read, and a customer's review above the size limit is refused", async () => {
  const body = { ...lovely, pictures: ["x".repeat(100_000)] };
  expect((await api.as(null).post("/api/reviews", body)).status).toBe(401);
  expect((await write(["x".repeat(2_000_000)])).status).toBe(413);
});

test("a review photo is visible at once to the owner and in the author's data download, but to others only after the review is approved", async () => {
  await write([await takePhoto()]);
  const [id = ""] = (await findOwnReviews(context, asha.accountId))[0]?.pictures ?? [];
  const look = async (href: string) => (await open(href)).status;
  const { pathname, search } = new URL(buildPictureHref(context, id));
  expect(await look(getPictureHref(id, "small"))).toBe(404);
  expect(await look(pathname + search)).toBe(200);
  expect(await look(`${pathname}?key=wrong`)).toBe(404);
  const { reviews } = (await api.as(asha).get("/api/account/data")).body;
  expect(reviews).toMatchObject([{ pictures: [buildPictureHref(context, id)] }]);
  await approve();
  const [shown] = (await findShownReviews(context.db, "bowl")).reviews;
  expect(shown?.pictures).toEqual([{ id, width: 640, height: 1280 }]);
  for (const size of ["small", "large"] as const) expect(await look(getPictureHref(id, size))).toBe(200);
  const { headers } = await open(getPictureHref(id, "small"));
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  for (const odd of [`${id}.huge.jpg`, "x.small.jpg", `${id.toUpperCase()}.small.jpg`])
    expect(await look(`/review-pictures/${odd}`)).toBe(404);
  await context.transact((tx) => anonymiseReviews(tx, asha.accountId));
  expect(await readRows("review_picture")).toEqual([]);
  expect(await look(pathname + search)).toBe(404);
});

test("product cards show stars once three buyers' reviews are approved, and hide them when one of these reviews is changed", async () => {
  const readRating = async () => (await findProducts(context, ["bowl"])).get("bowl")?.rating;
  const buyers = [asha, await signInCustomer(context), await signInCustomer(context)];
  for (const [at, buyer] of buyers.entries()) {
    if (at > 0) await deliver(context, buyer);
    expect(await readRating()).toBeUndefined();
    await saveReview(context, buyer.accountId, lovely, `10.0.0.${at}`);
    await approve();
  }
  expect(await readRating()).toEqual({ average: 5, count: 3 });
  context.clock.advance(MINUTE);
  await write();
  expect(await readRating()).toBeUndefined();
});
