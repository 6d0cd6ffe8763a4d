import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "#shop/payments/endpoints.ts";
import { paymentEvent } from "../../../shop/payments/server/tables.ts";
import {
  openRazorpayServer,
  type Message,
  type RazorpayPayment,
  type RazorpayServer,
} from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/shop.ts";
import { type Checkout, checkOutAll, plan, type Seen } from "../chaos/checkout.ts";
import { inShop, PLENTY } from "../chaos/crowd.ts";
import { readLedger } from "../chaos/ledger.ts";
import { type Figure, none, type Scenario } from "../scenario.ts";
import { type Hit, hit, times, volley } from "./calls.ts";

const EVENTS = ["payment.failed", "payment.authorized", "payment.captured", "order.paid"] as const;
/** Every order in which the four can come. */
const ORDERS_OF_EVENTS = permutations(EVENTS);
const TOLD_AT_ONCE = 50;
const SETTLED_WITHIN_MS = 30_000;

export const webhooks: Scenario = {
  name: "webhooks",
  summary: "news that is forged, altered, replayed, in every order, and about another amount",
  threat: "T16",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(stage) {
    const razorpay = await openRazorpayServer();
    const wish = { rounds: 2, buyers: ORDERS_OF_EVENTS.length, settings: razorpay.settings };
    try {
      return await inShop(stage, wish, async ({ shop, crowdIn, rareIn }) => {
        const untouched = await placeUnpaid(shop, plan(crowdIn(0), rareIn(0)));
        const forged = await forge(shop, razorpay, untouched.checkouts);
        const unpaid = await statesOf(shop, untouched);
        const told = await placeUnpaid(shop, plan(crowdIn(1), rareIn(1)));
        await tellInEveryOrder(shop, razorpay, told.checkouts);
        const replayed = await replay(shop, razorpay, told.checkouts[0]);
        return [
          ...forged,
          none(
            "orders paid by forged news",
            unpaid.filter((state) => state !== "Pending"),
          ),
          none("orders not paid after true news in some order", await untilAll(shop, told, "Completed")),
          ...replayed,
          ...(await readLedger(shop, told)),
        ];
      });
    } finally {
      await razorpay.close();
    }
  },
};

async function placeUnpaid(shop: Shop, seen: Seen): Promise<Seen> {
  for (const checkout of seen.checkouts) Object.assign(checkout, { pays: false, productId: PLENTY });
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  return seen;
}

const windowOf = async (shop: Shop, { member, orderId }: Checkout): Promise<string> => {
  const answer = await hit(shop.url, {
    path: openPaymentWindow.path,
    body: { orderId },
    token: member.token,
  });
  return (JSON.parse(answer.text) as { providerOrderId: string }).providerOrderId;
};

const send = (
  shop: Shop,
  { body, headers }: Message,
  path: string = receiveRazorpayWebhook.path,
): Promise<Hit> => hit(shop.url, { path, body, headers });

/** News that only looks like the provider's, and news of the provider about something else than the order. */
async function forge(
  shop: Shop,
  razorpay: RazorpayServer,
  checkouts: readonly Checkout[],
): Promise<Figure[]> {
  const accepted: string[] = [];
  const proofs: string[] = [];
  let count = 0;
  for (const checkout of checkouts) {
    const orderId = await windowOf(shop, checkout);
    const payment: RazorpayPayment = { ...razorpay.pay(orderId), id: `pay_forged${count}` };
    razorpay.payments.pop(); // no one has paid: the provider knows nothing of it
    const hits = await Promise.all(forgeries(razorpay, payment).map((message) => send(shop, message)));
    const atOther = await send(
      shop,
      razorpay.message("payment.captured", { payment }),
      receiveTestWebhook.path,
    );
    count += hits.length + 1;
    accepted.push(
      ...[...hits, atOther].filter(({ status }) => status < 400).map(({ status }) => `${status}`),
    );
    const proof = { paymentId: payment.id, signature: sign(`${orderId}|${payment.id}`, "guessed") };
    const body = { orderId: checkout.orderId, proof };
    const returned = await hit(shop.url, {
      path: confirmPaymentReturn.path,
      body,
      token: checkout.member.token,
    });
    if (/Completed/.test(returned.text)) proofs.push(returned.text);
    const other = { ...payment, amount: 100 };
    const foreign = { ...payment, currency: "USD" };
    for (const wrong of [other, foreign])
      await send(shop, razorpay.message("payment.captured", { payment: wrong }));
  }
  await sleep(2_000); // what was taken in is applied by then
  return [
    { what: "forged messages", value: count },
    none("forged messages accepted", accepted),
    none("forged proofs accepted", proofs),
  ];
}

function forgeries(razorpay: RazorpayServer, payment: RazorpayPayment): Message[] {
  const honest = razorpay.message("payment.captured", { payment });
  const signature = honest.headers["x-razorpay-signature"] ?? "";
  const signed = (value: string): Message => ({
    ...honest,
    headers: { ...honest.headers, "x-razorpay-signature": value },
  });
  const { "x-razorpay-signature": _, ...unsigned } = honest.headers;
  return [
    { ...honest, headers: unsigned },
    ...[
      "",
      "0",
      "null",
      signature.slice(0, -2),
      `${signature}00`,

      `sha256=${signature}`,
    ].map(signed),
    ...["", " ", "secret", "guessed", razorpay.account.keyId, razorpay.account.keySecret].map((secret) =>
      signed(sign(honest.body, secret)),
    ),
    { ...honest, body: honest.body.replace("captured", "captured ") },
    { ...honest, body: `${honest.body} ` },
    { ...honest, body: honest.body.replace(/"amount":\d+/, '"amount":1') },
  ];
}

/** Each order hears the same four pieces of news, each twice, in an order of its own. */
async function tellInEveryOrder(
  shop: Shop,
  razorpay: RazorpayServer,
  checkouts: readonly Checkout[],
): Promise<void> {
  await volley(checkouts, 4, async (checkout, place) => {
    const payment = razorpay.pay(await windowOf(shop, checkout));
    checkout.isCharged = true;
    const failed = { ...payment, id: `${payment.id}x`, status: "failed", captured: false };
    const authorized = { ...payment, status: "authorized", captured: false };
    for (const event of ORDERS_OF_EVENTS[place] ?? EVENTS) {
      const about =
        { "payment.failed": failed, "payment.authorized": authorized }[event as string] ?? payment;
      const message = razorpay.message(event, { payment: about });
      await send(shop, message);
      await send(shop, message);
    }
  });
}

async function replay(
  shop: Shop,
  razorpay: RazorpayServer,
  checkout: Checkout | undefined,
): Promise<Figure[]> {
  if (!checkout) return [];
  const count = () => shop.behindTheCounter(async (db) => (await db.select().from(paymentEvent)).length);
  const before = await count();
  const payment = razorpay.payments.find(({ status }) => status === "captured");
  const message = razorpay.message("payment.captured", { payment });
  await Promise.all(times(TOLD_AT_ONCE, () => send(shop, message)));
  return [
    {
      what: `rows of one message sent ${TOLD_AT_ONCE} times at once`,
      value: (await count()) - before,
      atMost: 1,
    },
  ];
}

async function statesOf(shop: Shop, { checkouts }: Seen): Promise<string[]> {
  const hits = await volley(checkouts, 10, ({ orderId, member }) =>
    hit(shop.url, { path: `/api/orders/${orderId}`, token: member.token }),
  );
  return hits.map(
    ({ text }) => (JSON.parse(text) as { order: { paymentStatus: string } }).order.paymentStatus,
  );
}

async function untilAll(shop: Shop, seen: Seen, wanted: string): Promise<string[]> {
  const giveUp = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const others = (await statesOf(shop, seen)).filter((state) => state !== wanted);
    if (others.length === 0 || performance.now() > giveUp) return others;
    await sleep(300);
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

const sign = (text: string, secret: string): string =>
  createHmac("sha256", secret === "" ? Buffer.alloc(0) : secret)
    .update(text)
    .digest("hex");
