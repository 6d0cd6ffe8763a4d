import { afterEach, beforeEach } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { findOwnOrder } from "../../shop/orders/server/index.ts";
import { cancellationDecided, orderDispatched } from "../../shop/orders/events.ts";
import { recordCancellationRequest } from "../../shop/orders/server/cancellations.ts";
import { featureCommands } from "../../server/features.ts";
import { payWith } from "./paying.ts";
import { provider, setUpPayingShop, testShop } from "./paying-shop.ts";
import { expectConsistentLedger } from "./stock-ledger.ts";
import { buy } from "./test-shop.ts";

export { testShop };

export let bought: Awaited<ReturnType<typeof buy>>;

export let heard: string[] = [];

const noteDecision = defineSubscriber(
  cancellationDecided,
  "test.decided",
  async (_context, { decision }) => void heard.push(decision),
);

const noteDispatch = defineSubscriber(
  orderDispatched,
  "test.dispatched",
  async () => void heard.push("dispatched"),
);

/** Opens a shop with the test provider, sells a bowl before each test and proves the books after it. */
export function setUpBoughtOrder(): void {
  setUpPayingShop({ subscribers: [noteDecision, noteDispatch] });
  beforeEach(async () => {
    bought = await buy(testShop, "acacia-bowl");
    heard = [];
  });
  afterEach(async () => {
    await testShop.context.settle();
    await expectConsistentLedger(testShop.context);
  });
}

export const payBoughtOrder = () => payWith(testShop, provider.url, bought);

export const requestCancellation = async () => {
  const { customer, order } = bought;
  const refused = await recordCancellationRequest(testShop.context, customer.accountId, order.orderId, {
    reasons: ["Other"],
    comments: "",
  });
  if (refused) throw new Error(refused.code);
};

export const findBoughtOrder = () =>
  findOwnOrder(testShop.context, bought.customer.accountId, bought.order.orderId);

export const readStatus = async () => {
  const order = await findBoughtOrder();
  return `${order?.orderStatus}/${order?.paymentStatus}`;
};

/** A command by the words that the owner types. */
export function findOrderCommand(line: string) {
  const [noun, verb] = line.split(" ");
  const command = featureCommands.find((each) => each.noun === noun && each.verb === verb);
  if (!command) throw new Error(`no ${line}`);
  return command;
}

export const runOrderCommand = async (
  line: string,
  options: Record<string, string> = {},
  more: Record<string, string> = {},
  confirmed = true,
) => {
  const command = findOrderCommand(line);
  const args = { orderId: bought.order.orderId, ...more };
  const result = await command.run(testShop.context, { args, options, folder: "/", confirmed });
  await testShop.context.settle();
  return result;
};

export const readRefunds = async () =>
  (
    await testShop.context.database.pool.query<{ amount: string }>("select amount from test_payment_refund")
  ).rows.map(({ amount }) => Number(amount));
