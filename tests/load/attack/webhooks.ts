import { paymentEvent } from "../../../shop/payments/server/tables.ts";
import { openRazorpayServer, type RazorpayServer } from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/shop.ts";
import type { Checkout } from "../chaos/checkout.ts";
import { runInShop } from "../chaos/crowd.ts";
import { readLedger } from "../chaos/ledger.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { repeatTimes, sendVolley } from "./calls.ts";
import { forge, send, requestPaymentWindow } from "./forged-webhooks.ts";
import { placeUnpaid, readStates, waitForAll } from "./settled-orders.ts";
import { attackTestProvider } from "./test-provider-news.ts";

const EVENTS = ["payment.failed", "payment.authorized", "payment.captured", "order.paid"] as const;

/** Every order in which the four can come. */
const ORDERS_OF_EVENTS = listPermutations(EVENTS);

const SENT_AT_ONCE = 50;

export const webhooks: Scenario = {
  name: "webhooks",
  summary:
    "news that is forged, altered, replayed, in every order, and about another amount; of both providers",
  threat: "T16",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: async (run) => [...(await attackRazorpay(run)), ...(await attackTestProvider(run))],
};

async function attackRazorpay(run: ScenarioRun): Promise<Figure[]> {
  const razorpay = await openRazorpayServer();
  const crowdOptions = { rounds: 2, buyers: ORDERS_OF_EVENTS.length, settings: razorpay.settings };
  try {
    return await runInShop(run, crowdOptions, async ({ shop, listBuyers, rareIn }) => {
      const untouched = await placeUnpaid(shop, listBuyers(0), rareIn(0));
      const forged = await forge(shop, razorpay, untouched.checkouts);
      const unpaid = await readStates(shop, untouched);
      const reported = await placeUnpaid(shop, listBuyers(1), rareIn(1));
      await sendInEveryOrder(shop, razorpay, reported.checkouts);
      const replayed = await replay(shop, razorpay, reported.checkouts[0]);
      return [
        ...forged,
        toNoneFigure(
          "orders paid by forged news",
          unpaid.filter((state) => state !== "Pending"),
        ),
        toNoneFigure(
          "orders not paid after true news in some order",
          await waitForAll(shop, reported, "Completed"),
        ),
        ...replayed,
        ...(await readLedger(shop, reported)),
      ];
    });
  } finally {
    await razorpay.close();
  }
}

/** Each order receives the same four pieces of news, each twice, in an order of its own. */
async function sendInEveryOrder(
  shop: Shop,
  razorpay: RazorpayServer,
  checkouts: readonly Checkout[],
): Promise<void> {
  await sendVolley(checkouts, 4, async (checkout, place) => {
    const payment = razorpay.pay(await requestPaymentWindow(shop, checkout));
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
  const count = () => shop.withDatabase(async (db) => (await db.select().from(paymentEvent)).length);
  const before = await count();
  const payment = razorpay.payments.find(({ status }) => status === "captured");
  const message = razorpay.message("payment.captured", { payment });
  await Promise.all(repeatTimes(SENT_AT_ONCE, () => send(shop, message)));
  return [
    {
      what: `rows of one message sent ${SENT_AT_ONCE} times at once`,
      value: (await count()) - before,
      atMost: 1,
    },
  ];
}

function listPermutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    listPermutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
