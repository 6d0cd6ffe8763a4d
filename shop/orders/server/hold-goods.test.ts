import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { generateUuid } from "#platform/ids.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { openPayments } from "#shop/payments/server/providers.ts";
import type { TestResponse } from "../../../tests/support/api.ts";
import { type Customer, signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import { readMailFiles } from "../../../tests/support/mails.ts";
import { sendUntilAnswered } from "../../../tests/support/ordering.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { api, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { account } from "#shop/accounts/server/tables.ts";
import { mailSubscribers } from "#shop/notifications/server/mail-list.ts";
import { goodsHeldBack } from "../events.ts";
import { watchPayments } from "#shop/payments/server/watch-payments.ts";
import { checkHeldGoods, deleteOldHolds } from "./hold-goods.ts";
import { payOrder } from "#shop/orders/server/payment-events.ts";

// Threat T35: somebody places unpaid orders to keep products out of stock.

setUpShop({
  goods: [
    { id: "bowl", title: "Acacia Bowl", onHand: 10 },
    { id: "last-tray", onHand: 1 },
    { id: "spoon", onHand: 500 },
    { id: "made-to-order" },
  ],
  subscribers: mailSubscribers.filter(({ topic }) => topic === goodsHeldBack.name),
  config: { mailTo: "owner@taruva.test" },
});
beforeEach(() => openPayments(context, { port: 9 }));

const signInUnverified = () => signInCustomer(context, {}, { hasVerifiedMailbox: false });

const order = (
  customer: Customer,
  items: Record<string, number>,
  { ip, key = generateUuid() }: { ip?: string; key?: string } = {},
): Promise<TestResponse> =>
  sendUntilAnswered(async () =>
    api.inject({
      method: "POST",
      url: "/api/orders",
      as: await signInAgain(testShop, customer),
      body: {
        items: Object.entries(items).map(([productId, quantity]) => ({ productId, quantity })),
        shippingAddress,
      },
      headers: { "idempotency-key": key },
      ...(ip !== undefined && { ip }),
    }),
  );

const getOrder = ({ body }: TestResponse) => body["order"] as { orderId: string; payableUntil: string };

async function expireUnpaid(minutes = 61): Promise<void> {
  context.clock.advance(minutes * MINUTE);
  await watchPayments(context);
  await context.settle();
}

test("an unverified account can reserve half of the stock, and a customer who has paid before can reserve more (T35)", async () => {
  const [greedy, other] = [await signInUnverified(), await signInUnverified()];
  expect(await order(greedy, { bowl: 10 })).toMatchObject({
    status: 409,
    body: { code: "hold_too_large", details: [{ productId: "bowl", available: 5 }] },
  });
  const first = await order(greedy, { bowl: 5 });
  expect(first.status).toBe(200);
  expect(await order(greedy, { bowl: 1 })).toMatchObject({
    status: 409,
    body: { code: "hold_too_large", details: [{ productId: "bowl", available: 0 }] },
  });
  expect((await order(other, { bowl: 2 })).status).toBe(200);
  await context.transact((tx) => payOrder(context, tx, getOrder(first).orderId, "card"));
  expect((await order(greedy, { bowl: 1 })).status).toBe(200);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 5, reserved: 3 });
  await expectConsistentLedger(context);
});

test("the limit on unpaid pieces does not apply to the last piece of a product or to products made to order (T35)", async () => {
  const customer = await signInUnverified();
  expect((await order(customer, { "last-tray": 1, "made-to-order": 150 })).status).toBe(200);
  expect((await order(customer, { "made-to-order": 150 })).status).toBe(200);
});

test("concurrent orders from one IP address leave stock to other customers, and verified accounts have a separate limit (T35, D89)", async () => {
  const ip = "203.0.113.7";
  const crowd = await Promise.all(Array.from({ length: 10 }, signInUnverified));
  const answers = await Promise.all(crowd.map((one) => order(one, { bowl: 1 }, { ip })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(answers.filter(({ body }) => body.code === "hold_too_large")).toHaveLength(3);
  expect((await order(await signInUnverified(), { bowl: 1 }, { ip: "198.51.100.4" })).status).toBe(200);
  expect((await order(await signInCustomer(context), { bowl: 1 }, { ip })).status).toBe(200);
  const { rows } = await context.database.pool.query("select * from order_hold");
  expect(rows).toHaveLength(9);
  expect(JSON.stringify(rows), "no network and no mail domain in plain text").not.toMatch(
    /203\.0|198\.51|example/,
  );
});

test("an order reserves scarce pieces for 60 minutes, or for 15 if the customer's e-mail address is unverified (T35, D60)", async () => {
  const until = async (customer: Customer, items: Record<string, number>) =>
    getOrder(await order(customer, items)).payableUntil.slice(11, 16);
  expect(await until(await signInUnverified(), { bowl: 1 })).toBe("09:15");
  expect(await until(await signInUnverified(), { spoon: 1 })).toBe("10:00");
  expect(await until(await signInUnverified(), { "made-to-order": 9 })).toBe("10:00");
  expect(await until(await signInCustomer(context), { bowl: 1 })).toBe("10:00");
  await expireUnpaid(16);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 1 });
});

const CROWD = pickSize(12, 40);

const signInVerified = (domain = "mailbox.example") =>
  signInCustomer(context, { email: `free.${Math.random()}@${domain}` });

test.each<
  [who: string, signUp: (place: number) => Promise<Customer>, from: (place: number) => string, held: number]
>([
  ["new accounts from many IPv4 addresses", signInUnverified, (place) => `203.0.113.${place + 1}`, 8],
  [
    "new accounts from one IPv6 /48 network",
    signInUnverified,
    (place) => `2001:db8:66:${place.toString(16)}::1`,
    7,
  ],
  [
    "verified accounts of one free mail domain",
    (place) => signInVerified(`${place}.mailbox.example`),
    (place) => `203.0.113.${place + 1}`,
    7,
  ],
  [
    "verified accounts from one network",
    (place) => signInVerified(`mailbox${place}.example`),
    () => "203.0.113.7",
    7,
  ],
])(
  "%s cannot reserve every piece: a verified customer from another network and mail domain can still order (T35)",
  async (_, signUp, from, held) => {
    const crowd = await Promise.all(Array.from({ length: CROWD }, (__, place) => signUp(place)));
    const answers = await Promise.all(
      crowd.map((one, place) => order(one, { bowl: 1 }, { ip: from(place) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(held);
    const other = await signInVerified("elsewhere.example");
    expect((await order(other, { bowl: 1 }, { ip: "198.51.100.4" })).status).toBe(200);
  },
);

test("an order refused because unverified accounts reserve too much gets a message that says what to do (T35)", async () => {
  for (const _ of [1, 2, 3, 4]) await order(await signInUnverified(), { bowl: 2 });
  const late = await signInUnverified();
  const refused = await order(late, { bowl: 1 });
  expect(refused).toMatchObject({ status: 409, body: { code: "unproven_hold" } });
  expect(refused.body.message).toContain("Confirm your e-mail address with 'Forgot Password'");
  await context.db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, late.accountId));
  expect((await order(late, { bowl: 1 })).status).toBe(200);
});

test("a customer who lets orders expire can reserve less each time, and then nothing for a day (T35)", async () => {
  const customer = await signInUnverified();
  for (const most of [5, 2, 1]) {
    expect((await order(customer, { bowl: most + 1 })).body).toMatchObject({
      code: "hold_too_large",
      details: [{ available: most }],
    });
    expect((await order(customer, { bowl: most })).status).toBe(200);
    expect(await findNewestMail(context.config)).toBeNull();
    await expireUnpaid();
  }
  expect(await order(customer, { bowl: 1 })).toMatchObject({
    status: 409,
    body: { code: "expired_too_often" },
  });
  expect((await order(await signInUnverified(), { bowl: 5 })).status).toBe(200);
  expect((await order(customer, { spoon: 1 })).status).toBe(200);
  await expireUnpaid();
  expect(await findNewestMail(context.config)).toMatchObject({
    to: "owner@taruva.test",
    subject: "Unpaid orders of Acacia Bowl expire again and again",
  });
  const { rows } = await context.database.pool.query(
    "select 1 from outbox where topic = 'order.goods-held-back'",
  );
  expect(rows).toHaveLength(1);
  expect(await checkHeldGoods(context)).toMatchObject([
    {
      about: "bowl",
      what: expect.stringContaining("3 orders of this product, placed by one customer, expired unpaid"),
    },
  ]);
  context.clock.advance(DAY);
  expect(await checkHeldGoods(context)).toEqual([]);
  expect((await order(customer, { bowl: 5 })).status).toBe(200);
  await deleteOldHolds(context);
  expect((await context.database.pool.query("select 1 from order_hold")).rows).toHaveLength(1);
});

test("the owner gets an e-mail if several orders of one product have expired unpaid (T35)", async () => {
  const held = { productId: "bowl", pattern: "customer", expired: 4 } as const;
  await context.transact((tx) => context.outbox.publish(tx, goodsHeldBack, held));
  await context.settle();
  expect(readMailFiles(context).join("\n")).toContain("4 orders of this product");
});

test("the seventh unpaid order for limited stock in an hour is refused with the time to wait (T35)", async () => {
  const customer = await signInUnverified();
  for (const items of [{ bowl: 1 }, { bowl: 1 }, { "last-tray": 1 }])
    expect((await order(customer, items)).status).toBe(200);
  await expireUnpaid(16);
  for (let count = 0; count < 3; count++) expect((await order(customer, { spoon: 1 })).status).toBe(200);
  const refused = await order(customer, { spoon: 1 });
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_holds" } });
  expect(refused.headers["retry-after"]).toBe(String((HOUR - 16 * MINUTE) / 1_000));
  expect((await order(customer, { "made-to-order": 1 })).status).toBe(200);
});

test("a retry with the same idempotency key is never refused by the limits, because its order already exists (T15, T35)", async () => {
  const customer = await signInUnverified();
  const key = "checkout-0000000000000001";
  const first = await order(customer, { spoon: 1 }, { key });
  for (let count = 0; count < 4; count++) await order(customer, { spoon: 1 });
  expect((await order(customer, { "made-to-order": 1 })).body.code).toBe("too_many_unpaid");
  for (let count = 0; count < 7; count++)
    expect(await order(customer, { spoon: 1 }, { key })).toMatchObject({
      status: 200,
      body: { replayed: true, order: { orderId: getOrder(first).orderId } },
    });
});

test("repeatedly expired orders shorten the reservation, even if different customers place them (T35)", async () => {
  const until = async (customer: Customer, ip?: string) => {
    const { payableUntil } = getOrder(
      await order(customer, { "last-tray": 1 }, ip === undefined ? {} : { ip }),
    );
    return (Date.parse(payableUntil) - context.now().getTime()) / MINUTE;
  };
  const [mine, verified] = [await signInUnverified(), await signInCustomer(context)];
  const times: number[] = [];
  for (const customer of [mine, mine, mine, verified, verified, verified]) {
    times.push(await until(customer));
    await expireUnpaid();
  }
  expect(times).toEqual([15, 7, 5, 60, 30, 15]);
  // Six more orders of six new accounts expire. The next new account then has less time to pay.
  for (let place = 0; place < 6; place++) {
    await until(await signInUnverified(), `203.0.113.${place + 1}`);
    await expireUnpaid();
  }
  expect(await until(await signInUnverified(), "198.51.100.9")).toBe(7);
});

test("a customer with a paid order can still order when new customers have reserved as many pieces as they may (T35)", async () => {
  const ip = "203.0.113.7";
  const regular = await signInVerified();
  const paid = await order(regular, { spoon: 1 }, { ip });
  await context.transact((tx) => payOrder(context, tx, getOrder(paid).orderId, "card"));
  for (let place = 1; place <= 7; place++)
    expect((await order(await signInVerified(), { bowl: 1 }, { ip })).status).toBe(200);
  expect((await order(await signInVerified(), { bowl: 1 }, { ip })).status).toBe(409);
  expect((await order(regular, { bowl: 1 }, { ip })).status).toBe(200);
});
