// @engine: locks, races or SQL that the two engines could do differently.
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements } from "../../../tests/support/count-statements.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { stockProducts } from "../../../tests/support/goods.ts";
import { shippingAddress } from "../../../tests/support/shipping-address.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";

let testShop: TestShop;
beforeAll(async () => {
  testShop = await openTestShop();
});
afterAll(() => testShop.close());

/** Each of them costs the shop and the database more than what it does; one for the session is among them. */
const MOST_STATEMENTS = 16;

/** Round trips for goods made to order: who it is; the questions, behind BEGIN; the rows; the events, before COMMIT. */
const WAYS_TO_THE_DATABASE = 4;

test("an order takes few statements, however many goods it holds", async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `bowl-${at}`);
  await stockProducts(
    testShop.context,
    ids.map((id) => ({ id })),
  );
  const place = async (productIds: string[]) => {
    const customer = await signInCustomer(testShop.context);
    const items = productIds.map((productId) => ({ productId, quantity: 1 }));
    const sent = countStatements(testShop.context.database.pool);
    await testShop.api.as(customer).post("/api/orders", { items, shippingAddress });
    return sent.stop();
  };
  await place(ids); // goods that no one looked at lately are read first, in one way more
  const [three, twelve] = [await place(ids.slice(0, 3)), await place(ids)];
  expect(three.texts.filter((text) => /insert into orders/.test(text))).toHaveLength(1);
  expect(three.texts.length).toBeLessThanOrEqual(MOST_STATEMENTS);
  expect(twelve.texts).toHaveLength(three.texts.length);
  expect([three.writes, twelve.writes]).toEqual([WAYS_TO_THE_DATABASE, WAYS_TO_THE_DATABASE]);
});
