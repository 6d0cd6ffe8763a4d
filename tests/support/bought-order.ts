import { afterEach, beforeEach, expect } from "vitest";
import { parseCommandName } from "#contract/command-data.ts";
import { type Confirmed, getCommand } from "#platform/operator/command.ts";
import { defineSubscriber, type Subscriber } from "#platform/outbox/subscriber.ts";
import { commands } from "../../server/commands.ts";
import { takeOrderCommand } from "../../shop/checkout/server/take-order.ts";
import { cancellationDecided, orderDispatched } from "../../shop/orders/events.ts";
import { recordCancellationRequest } from "../../shop/orders/server/cancellations.ts";
import { confirmCashOrder } from "../../shop/orders/server/cash-orders.ts";
import { listSeriesErrors } from "../../shop/documents/server/invoices.ts";
import { requireOrder } from "../../shop/orders/server/list-orders.ts";
import { findOwnOrder } from "../../shop/orders/server/serialize-order.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import { expectConsistentLedger } from "./ledger.ts";
import { setSeller, type TestProduct } from "./products.ts";
import { sampleSeller, shippingAddress } from "./samples.ts";
import { buy, payWith, type PlacedOrder, provider, setUpShop, testShop } from "./test-shop.ts";

// An order that was placed through the real checkout, and the owner's commands on it.

export let bought: Awaited<ReturnType<typeof buy>>;

export let publishedEvents: string[] = [];

const noteDecision = defineSubscriber(
  cancellationDecided,
  "test.decided",
  async (_context, { decision }) => void publishedEvents.push(decision),
);

const noteDispatch = defineSubscriber(
  orderDispatched,
  "test.dispatched",
  async () => void publishedEvents.push("dispatched"),
);

export function setUpBoughtOrder(): void {
  setUpShop({ subscribers: [noteDecision, noteDispatch] });
  beforeEach(async () => {
    bought = await buy(testShop, "acacia-bowl");
    publishedEvents = [];
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

export const findOrderCommand = (line: string) => getCommand(commands, line);

/** Runs a command as the owner. Waits until its events are delivered. */
export async function runTypedIn(
  context: TestContext,
  line: string,
  args: Record<string, string> = {},
  options: Record<string, string> = {},
  confirmed: Confirmed = true,
) {
  const input = { ...parseCommandName(line, options), args, folder: "/", confirmed };
  const result = await findOrderCommand(line).run(context, input);
  await context.settle();
  return result;
}

export const runTyped = (
  line: string,
  args?: Record<string, string>,
  options?: Record<string, string>,
  confirmed?: Confirmed,
) => runTypedIn(testShop.context, line, args, options, confirmed);

export const runOrderCommand = (
  line: string,
  options: Record<string, string> = {},
  more: Record<string, string> = {},
  confirmed = true,
) => runTyped(line, { orderId: bought.order.orderId, ...more }, options, confirmed);

export const readRefunds = async () =>
  (
    await testShop.context.database.pool.query<{ amount: string }>("select amount from test_payment_refund")
  ).rows.map(({ amount }) => Number(amount));

export let [orderId, accountId] = ["", ""];
export let customer: Customer;

interface OrderOptions {
  by?: Customer;
  state?: string;
  payInCash?: true;
}

/** Places an order, by default of two bowls and a tray (₹4971.46). Then pays it, or confirms it if `payInCash`. */
export async function sell(
  items = [
    { productId: "bowl", quantity: 2 },
    { productId: "tray", quantity: 1 },
  ],
  { by, state, ...more }: OrderOptions = {},
): Promise<void> {
  const { context, api } = testShop;
  customer = by ?? (await signInCustomer(context));
  const address = { ...shippingAddress, ...(state && { state }) };
  const { body, status } = await api
    .as(customer)
    .post("/api/orders", { items, shippingAddress: address, ...more });
  expect(status, body.message).toBe(200);
  const order = body["order"] as PlacedOrder & { grandTotal: number };
  if (order.grandTotal > 0)
    await (more.payInCash
      ? confirmCashOrder(context, order.orderId)
      : payWith(testShop, provider.url, { customer, order }));
  await context.settle();
  ({ orderId } = order);
  ({ accountId } = customer);
}

/** Calls `sell()` to place an order before each test. Checks the ledger and the document numbers after each test. */
export function setUpSold({
  goods = [],
  trays = 3,
  subscribers = [],
}: { goods?: readonly TestProduct[]; trays?: number; subscribers?: readonly Subscriber[] } = {}): void {
  const bowl = { id: "bowl", title: "Acacia Bowl", price: 89_900, onHand: 5 };
  const tray = { id: "tray", title: "Teak Tray", price: 249_900, onHand: trays };
  setUpShop({ goods: [bowl, tray, ...goods], subscribers });
  beforeEach(async () => {
    await setSeller(testShop.context, sampleSeller);
    await sell();
    publishedEvents = [];
  });
  afterEach(async () => {
    await testShop.context.settle();
    await expectConsistentLedger(testShop.context);
    expect(await listSeriesErrors(testShop.context.db)).toEqual([]);
  });
}

export const say = (line: string, options: Record<string, string> = {}, confirmed = true) =>
  runTyped(line, { orderId }, options, confirmed);

export const send = (number: string, line?: string) =>
  say("orders dispatch", { courier: "Delhivery", number, ...(line && { line }) });

export const readSoldRow = () => testShop.context.transact((tx) => requireOrder(tx, orderId));

export const findSold = () => findOwnOrder(testShop.context, accountId, orderId);

export const phoneOrder = {
  email: "asha.patel@example.com",
  name: "Asha Devi Patel",
  phone: "9876543210",
  street: "14 Lake View Road",
  city: "Pune",
  state: "maharashtra",
  pin: "411001",
  line: "acacia-bowl:2\nteak-tray:1",
};

/** Takes an order by phone. The result's `link` is the fragment of the payment link `/pay-order#…`. */
export async function takePhoneOrder(context: TestContext, options: Partial<typeof phoneOrder> = {}) {
  const { data } = await takeOrderCommand.run(context, {
    args: {},
    options: { ...phoneOrder, line: "acacia-bowl:2", ...options },
    folder: "/",
    confirmed: true,
  });
  const taken = data as Record<"orderId" | "accountId" | "paymentLink", string>;
  const { pathname, hash } = new URL(taken.paymentLink);
  return { ...taken, href: `${pathname}${hash}`, link: hash.slice(1) };
}

/** Texts that the page of a payment link must not show. */
export const phoneOrderSecrets: readonly string[] = [
  ...Object.entries(phoneOrder).flatMap(([name, value]) => (name === "line" ? [] : [value])),
  "Asha",
  "Maharashtra",
  "<script",
];
