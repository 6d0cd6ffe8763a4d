import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openPaymentWindow, receiveTestWebhook } from "#shop/payments/endpoints.ts";
import { SIGNATURE_HEADER, type TestKeys } from "../../../shop/payments/server/test-provider/keys.ts";
import { paymentEvent } from "../../../shop/payments/server/tables.ts";
import { testPaymentKey, testPaymentSession } from "../../../shop/payments/server/test-provider/tables.ts";
import type { Shop } from "../../support/shop.ts";
import type { Checkout, Seen } from "../chaos/checkout.ts";
import { type CrowdedShop, runInShop } from "../chaos/crowd.ts";
import { type Figure, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { type Hit, repeatTimes, sendHit } from "./calls.ts";
import { placeUnpaid, readStates, waitForAll } from "./settled-orders.ts";

const BUYERS = 6;
const SENT_AT_ONCE = 50;
/** The time by which accepted news is applied. */
const APPLIED_WITHIN_MS = 2_000;

/** The test provider's news of a paid order. */
interface News {
  sessionId: string;
  eventId: string;
  fact: "captured";
  amountPaise: number;
  currency: string;
}

/** The same attacks on a shop with the test provider, whose news comes to another address under another key. */
export const attackTestProvider = (run: ScenarioRun): Promise<Figure[]> =>
  runInShop(run, { rounds: 2, buyers: BUYERS }, async (crowded) => {
    const { shop } = crowded;
    const [untouched, reported] = [await place(crowded, 0), await place(crowded, 1)];
    const newsOf = await readNews(shop, [...untouched.checkouts, ...reported.checkouts]);
    const keys = await readKeys(shop);
    const answers = await forgeAll(shop, untouched.checkouts.map(newsOf), keys);
    for (const news of untouched.checkouts.map(newsOf)) await sendAboutOthers(shop, news, keys);
    await sleep(APPLIED_WITHIN_MS);
    const unpaid = await readStates(shop, untouched);

    const [paid, ...waiting] = reported.checkouts;
    if (!paid) throw new Error("No one has ordered.");
    const rows = await replay(shop, newsOf(paid), keys);
    const late = await waitForAll(shop, { ...reported, checkouts: [paid] }, "Completed");
    const others = await readStates(shop, { ...reported, checkouts: waiting });
    return [
      { what: "test provider: forged messages", value: answers.length },
      toNoneFigure("test provider: forged messages accepted", listAccepted(answers)),
      toNoneFigure("test provider: orders paid by forged news", listPaid(unpaid)),
      toNoneFigure("test provider: orders not paid after true news", late),
      toNoneFigure("test provider: other orders paid by it", listPaid(others)),
      {
        what: `test provider: rows of one message sent ${SENT_AT_ONCE} times at once`,
        value: rows,
        atMost: 1,
      },
    ];
  });

const place = ({ shop, listBuyers, rareIn }: CrowdedShop, round: number): Promise<Seen> =>
  placeUnpaid(shop, listBuyers(round), rareIn(round));

/** Reads the news of each order, as it stands with the provider. */
async function readNews(shop: Shop, checkouts: readonly Checkout[]): Promise<(checkout: Checkout) => News> {
  const windows = new Map<Checkout, string>();
  for (const checkout of checkouts) {
    const { member, orderId } = checkout;
    const { text } = await sendHit(shop.url, {
      path: openPaymentWindow.path,
      body: { orderId },
      token: member.token,
    });
    windows.set(checkout, String((JSON.parse(text) as { window?: unknown }).window));
  }
  const sessions = await shop.withDatabase((db) => db.select().from(testPaymentSession));
  return (checkout) => {
    const { orderId } = checkout;
    const session = sessions.find(({ id }) => windows.get(checkout)?.endsWith(`/${id}`));
    if (!session) throw new Error(`No window was opened for ${orderId}.`);
    const { id: sessionId, amount: amountPaise, currency } = session;
    return { sessionId, eventId: `news-of-${orderId}`, fact: "captured", amountPaise, currency };
  };
}

const readKeys = (shop: Shop): Promise<TestKeys> =>
  shop.withDatabase(async (db) => {
    const [keys] = await db.select().from(testPaymentKey);
    if (!keys) throw new Error("The test provider has no keys.");
    return keys;
  });

/** News that only looks like the provider's. */
async function forgeAll(
  shop: Shop,
  all: readonly News[],
  { apiKey, webhookSecret }: TestKeys,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const news of all) {
    const body = JSON.stringify(news);
    const honest = sign(body, webhookSecret);
    const guessed = ["", " ", "secret", "test", apiKey].map((secret) => sign(body, secret));
    const spoiled = ["", "0", honest.slice(0, -2), `${honest}00`, `sha256=${honest}`];
    for (const signature of [null, ...guessed, ...spoiled]) hits.push(await send(shop, body, signature));
    for (const altered of [`${body} `, body.replace(/"amountPaise":\d+/, '"amountPaise":1')])
      hits.push(await send(shop, altered, honest));
  }
  return hits;
}

/** News of the provider itself, but not of what the order asked for; each is taken and may pay nothing. */
async function sendAboutOthers(shop: Shop, news: News, { webhookSecret }: TestKeys): Promise<void> {
  const others = [{ amountPaise: 100 }, { currency: "USD" }, { sessionId: `${news.sessionId}x` }];
  for (const [place, other] of others.entries()) {
    const body = JSON.stringify({ ...news, eventId: `${news.eventId}-${place}`, ...other });
    await send(shop, body, sign(body, webhookSecret));
  }
}

/** How many rows one true message leaves. */
async function replay(shop: Shop, news: News, { webhookSecret }: TestKeys): Promise<number> {
  const body = JSON.stringify(news);
  const signature = sign(body, webhookSecret);
  await Promise.all(repeatTimes(SENT_AT_ONCE, () => send(shop, body, signature)));
  const events = await shop.withDatabase((db) => db.select().from(paymentEvent));
  return events.filter(({ eventId }) => eventId === news.eventId).length;
}

const send = (shop: Shop, body: string, signature: string | null): Promise<Hit> =>
  sendHit(shop.url, {
    path: receiveTestWebhook.path,
    body,
    ...(signature !== null && { headers: { [SIGNATURE_HEADER]: signature } }),
  });

const sign = (text: string, secret: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const listAccepted = (hits: readonly Hit[]): string[] =>
  hits.filter(({ status }) => status < 400).map(({ status }) => `${status}`);

const listPaid = (states: readonly string[]): string[] => states.filter((state) => state !== "Pending");
