import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { saveTestKeys } from "./paying.ts";
import { stockProducts } from "./products.ts";
import { openProvider } from "./test-provider.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

export let testShop: TestShop;

export let provider: Awaited<ReturnType<typeof openProvider>>;

const BOWL = { id: "acacia-bowl", price: 249_900, onHand: 3 };

/** Opens a shop with the test provider; before each test it is emptied, stocked, and a morning in November. */
export function setUpPayingShop({
  subscribers = [],
  goods = [BOWL],
}: {
  subscribers?: readonly Subscriber[];
  goods?: Parameters<typeof stockProducts>[1];
} = {}): void {
  beforeAll(async () => {
    testShop = await openTestShop(subscribers);
    provider = await openProvider(testShop.context);
  });
  afterAll(async () => {
    await provider.close();
    await testShop.close();
  });
  beforeEach(async () => {
    const { context } = testShop;
    await saveTestKeys(context);
    context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
    await stockProducts(context, goods);
  });
}
