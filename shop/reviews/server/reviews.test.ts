import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { getCatalogueRevision } from "#shop/catalogue/server/index.ts";
import { runTypedIn } from "../../../tests/support/bought-order.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { deliver } from "../../../tests/support/past-orders.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { anonymiseReviews, decideReview, findShownReviews, saveReview } from "./reviews.ts";
import type { NewReview } from "../review-input.ts";
import { review } from "./tables.ts";

setUpSignedIn();

const sell = (to: Customer, status: "Delivered" | "Processing" = "Delivered") =>
  deliver(context, to, { status });

const write = (by: Customer, rating: NewReview["rating"] = 5, message = "Lovely", ip = "127.0.0.1") =>
  saveReview(context, by.accountId, { productId: "bowl", rating, message }, ip);

async function sellAndReview() {
  await sell(asha);
  await write(asha);
}

const readReviews = () => context.db.select().from(review);

async function approve() {
  for (const one of await readReviews()) await decideReview(context, one, { status: "approved" });
}

test("only a customer who has received a product can review it", async () => {
  expect(await write(asha)).toMatchObject({ code: "not_received" });
  await sell(asha, "Processing");
  expect(await write(asha)).toMatchObject({ code: "not_received" });
  await sell(asha);
  expect(await write(asha)).toMatchObject({ success: true });
  expect(await readReviews()).toMatchObject([{ name: "Asha P.", rating: 5, status: "waiting" }]);
});

test.runIf(testEngine === "server")(
  "two concurrent reviews by one customer make one review, and the later rating is kept",
  async () => {
    await sell(asha);
    const both = await raceBefore(
      context,
      /^insert into "review"/,
      () => write(asha, 5),
      () => write(asha, 4),
    );
    expect(both).toEqual({ first: "done", second: "done" });
    expect(await readReviews()).toMatchObject([{ rating: 4 }]);
  },
);

test("a review changed within 30 days needs a new approval, and a later change is refused", async () => {
  await sellAndReview();
  await approve();
  expect(await findShownReviews(context.db, "bowl")).toMatchObject({ count: 1, average: 5 });
  await write(asha, 1, "It cracked");
  expect(await findShownReviews(context.db, "bowl")).toEqual({ count: 0, average: 0, reviews: [] });
  context.clock.advance(31 * DAY);
  expect(await write(asha, 5)).toMatchObject({ code: "too_late" });
  expect(await readReviews()).toMatchObject([{ rating: 1 }]);
});

test("the owner's decision on a review applies only to the version that the owner has read, not to a later version", async () => {
  await sellAndReview();
  const [read] = await readReviews();
  context.clock.advance(1_000);
  await write(asha, 5, "Buy elsewhere");
  expect(await decideReview(context, read!, { status: "approved" })).toBeNull();
  expect(await readReviews()).toMatchObject([{ status: "waiting" }]);
});

test("approving a review asks for confirmation unless the command names the revision of the review", async () => {
  const approveById = (id: string) => runTypedIn(context, "reviews --approve", { id }, {}, false);
  const id = "0197a1f0-7c3e-7aaa-8f00-0123456789ab";
  await expect(approveById(id)).rejects.toThrow(/^Show this review to everyone/);
  await expect(approveById(`${id}@1`)).rejects.toThrow("There is no review");
});

test.each(["0x1", "1e0", "x", "2"])(
  "an answer to a review is refused if the owner names the wrong revision %s (T56)",
  async (revision) => {
    await sellAndReview();
    const [read] = await readReviews();
    const answer = runTypedIn(context, "reviews", { id: `${read!.id}@${revision}` }, { reply: "Thank you" });
    await expect(answer).rejects.toThrow("Please read it again");
  },
);

test("low ratings are shown like high ratings, with the newest review first", async () => {
  const ravi = await signInCustomer(context);
  await sell(ravi);
  await sellAndReview();
  context.clock.advance(1_000);
  await write(ravi, 1, "It cracked");
  await approve();
  const { average, reviews } = await findShownReviews(context.db, "bowl");
  expect(average).toBe(3);
  expect(reviews.map(({ rating }) => rating)).toEqual([1, 5]);
});

test("an account can save a review ten times in a row, and an eleventh time is refused", async () => {
  await sell(asha);
  for (let sent = 0; sent < 10; sent++) expect(await write(asha)).toMatchObject({ success: true });
  expect(await write(asha)).toMatchObject({ code: "too_many" });
});

test("a rating is kept without name and text after the customer deletes the account", async () => {
  await sell(asha);
  await write(asha, 2, "Asha was here");
  await context.transact((tx) => anonymiseReviews(tx, asha.accountId));
  expect(await readReviews()).toMatchObject([
    { accountId: null, orderId: null, name: "A customer", message: "", rating: 2 },
  ]);
});

test("the pages of a product are updated after a change of an approved review or a reply, but not after a change of a waiting review", async () => {
  await sellAndReview();
  await approve();
  const first = getCatalogueRevision(context);
  await write(asha, 4, "Changed");
  expect(getCatalogueRevision(context)).toBe(first + 1);
  const [changed] = await readReviews();
  expect(await decideReview(context, changed!, { reply: "Thank you" })).toMatchObject({ reply: "Thank you" });
  expect(getCatalogueRevision(context)).toBe(first + 2);
  await write(asha, 3, "Nobody has read the one before");
  expect(getCatalogueRevision(context)).toBe(first + 2);
});
