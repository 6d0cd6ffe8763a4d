import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { deleteOldChanges, UNDO_DAYS } from "#platform/operator/changes.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { stockProducts } from "../../../../tests/support/products.ts";
import { changeByHand } from "../catalogue-changes.ts";
import { changeReviews, refreshSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { listSitemapProducts } from "./find-products.ts";
import { setPrice } from "./product-commands.ts";

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await stockProducts(context, [{ id: "bowl" }, { id: "tray" }, { id: "bench" }, { id: "rated" }]);
});
afterAll(() => context.close());

const listDates = async () =>
  Object.fromEntries(
    (await listSitemapProducts(context)).map(({ _id, changedAt }) => [_id, changedAt ?? null]),
  );

test("the sitemap's date of a product is that of its last change that shoppers see, however long ago", async () => {
  const createdAt = context.now().toISOString();
  context.clock.advance(DAY);
  await setPrice(context, "bowl", { price: 100_000, originalPrice: null }, () => {});
  context.clock.advance(DAY);
  await setPrice(context, "bowl", { price: 120_000, originalPrice: null }, () => {});
  const changedAt = context.now().toISOString();
  await changeByHand(
    context,
    async (tx, { nextRevision: revision }) => ({
      answer: await tx.update(product).set({ shelf: "A 3", revision }).where(eq(product.id, "bench")),
    }),
    () => ["bench"],
  );
  await changeReviews(context, "rated", (_tx, showRating) => showRating({ average: 5, count: 1 }));
  await refreshSnapshot(context);
  expect(await listDates()).toEqual({ bowl: changedAt, tray: createdAt, bench: createdAt, rated: changedAt });

  context.clock.advance((UNDO_DAYS + 1) * DAY);
  await deleteOldChanges(context.db, context.now());
  expect(await listDates()).toMatchObject({ bowl: changedAt, tray: createdAt });
  await context.db.update(product).set({ updatedAt: null }).where(eq(product.id, "tray"));
  expect(await listDates()).toMatchObject({ tray: null });
});
