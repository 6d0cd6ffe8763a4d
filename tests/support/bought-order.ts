import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { subscriber } from "#platform/subscriber.ts";
import { findOwnOrder } from "../../shop/orders/server/index.ts";
import { cancellationDecided, orderDispatched } from "../../shop/orders/events.ts";
import { askToCancel } from "../../shop/orders/server/cancel-order.ts";
import { orderCommands } from "../../shop/orders/server/commands.ts";
import { stockProducts } from "./goods.ts";
import { payWith, saveTestKeys } from "./paying.ts";
import { expectSoundBooks } from "./stock-ledger.ts";
import { buy, openTrading, type Trading } from "./trading.ts";
import { openProvider } from "./test-provider.ts";

export let trading: Trading;

let provider: Awaited<ReturnType<typeof openProvider>>;

export let bought: Awaited<ReturnType<typeof buy>>;

export let heard: string[] = [];

/** Opens a shop with the test provider, sells a bowl anew before each test and proves the books after it. */
export function setUpBoughtOrder(): void {
  beforeAll(async () => {
    trading = await openTrading([
      subscriber(
        cancellationDecided,
        "test.decided",
        async (_context, { decision }) => void heard.push(decision),
      ),
      subscriber(orderDispatched, "test.dispatched", async () => void heard.push("dispatched")),
    ]);
    provider = await openProvider(trading.context);
  });
  afterAll(async () => {
    await provider.close();
    await trading.close();
  });
  beforeEach(async () => {
    await saveTestKeys(trading.context);
    trading.context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
    await stockProducts(trading.context, [{ id: "acacia-bowl", price: 249_900, onHand: 3 }]);
    bought = await buy(trading, "acacia-bowl");
    heard = [];
  });
  afterEach(async () => {
    await trading.context.settle();
    await expectSoundBooks(trading.context);
  });
}

export const pay = () => payWith(trading, provider.url, bought);

export const ask = async () => {
  const { customer, order } = bought;
  const refused = await askToCancel(trading.context, customer.accountId, order.orderId, {
    reasons: ["Other"],
    comments: "",
  });
  if (refused) throw new Error(refused.code);
};

export const seen = () => findOwnOrder(trading.context, bought.customer.accountId, bought.order.orderId);

export const shown = async () => {
  const order = await seen();
  return `${order?.orderStatus}/${order?.paymentStatus}`;
};

export const run = async (
  line: string,
  options: Record<string, string> = {},
  more: Record<string, string> = {},
) => {
  const [noun, verb] = line.split(" ");
  const command = orderCommands.find((each) => each.noun === noun && each.verb === verb);
  if (!command) throw new Error(`no ${line}`);
  const args = { orderId: bought.order.orderId, ...more };
  const result = await command.run(trading.context, { args, options, folder: "/" });
  await trading.context.settle();
  return result;
};

export const given = async () =>
  (
    await trading.context.database.pool.query<{ amount: string }>("select amount from test_payment_refund")
  ).rows.map(({ amount }) => Number(amount));
