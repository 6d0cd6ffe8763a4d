import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Goods, stockProducts } from "./products.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

export let testShop: TestShop;

/** Opens a shop; before each test it is emptied, set to a morning in November, and stocked with these products. */
export function setUpSellingShop(
  products: readonly Goods[],
  ...[subscribers, config]: Parameters<typeof openTestShop>
): void {
  beforeAll(async () => {
    testShop = await openTestShop(subscribers, config);
  });
  afterAll(() => testShop.close());
  beforeEach(async () => {
    const { context } = testShop;
    await context.wipe();
    context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
    await stockProducts(context, products);
  });
}
