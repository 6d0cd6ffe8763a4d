import { sql } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { cancelPieces, requestCancellation } from "#shop/orders/endpoints.ts";
import { requestReturn } from "#shop/returns/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { findFirstProduct } from "../calls.ts";
import { type Checkout, payByCard, planCheckouts, sendPost } from "../checkout.ts";
import { seed } from "../crowded-shop.ts";
import { checkBooks, findMoneyErrors, waitUntilPaid } from "../ledger.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";
import { post, type RunCommand, runBothWays, type ShopRoute } from "./both-ways.ts";

const PIECES = 2;

export const remedies: Scenario = {
  name: "remedies",
  summary:
    "an owner, a manager and the customer refund, replace, cancel and return the same pieces at the same moment",
  threat: "T54",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (shop, way) => attack(run, shop, way)),
};

interface SoldOrder {
  orderId: string;
  checkout: Checkout;
  payable: number;
  isSent: boolean;
}

async function attack(run: ScenarioRun, shop: Shop, way: ShopRoute): Promise<Figure[]> {
  const productId = await findFirstProduct(shop);
  const people = [await way.signIn("owner"), await way.signIn("manager")] as const;
  await people[0]("products set", { args: { id: productId }, options: { stock: "none" } });
  const seen = planCheckouts(await shop.withDatabase((db) => seed(db, run.isShort ? 6 : 40)), "");
  const visit = { shopUrl: shop.url, seen, giveUp: AbortSignal.timeout(10 * MINUTE) };
  const sold: SoldOrder[] = [];
  for (const [place, checkout] of seen.checkouts.entries()) {
    const body = { items: [{ productId, quantity: PIECES }], shippingAddress };
    const placed = await sendPost(visit, placeOrder.path, checkout.member, body, generateUuid());
    if (placed?.status !== 200) throw new Error(`An order was refused: ${placed?.status} ${placed?.code}`);
    const { order } = placed.body as { order: { orderId: string; grandTotal: number } };
    checkout.orderId = order.orderId;
    await payByCard(visit, checkout, order.orderId);
    sold.push({ orderId: order.orderId, checkout, payable: order.grandTotal, isSent: place % 3 > 0 });
  }
  const late = await waitUntilPaid(shop.url, seen.checkouts);
  if (late.length > 0) throw new Error(`${late.length} payments did not arrive.`);
  for (const [place, { orderId, isSent }] of sold.entries()) {
    if (isSent) await done(people[0], "orders dispatch", orderId, { courier: "Delhivery", number: orderId });
    if (place % 3 === 2) await done(people[0], "orders deliver", orderId);
  }
  let successes = 0;
  for (const [place, each] of sold.entries()) {
    const asked = listRemedies(way, people, each, productId);
    // Each sale starts with another remedy (refund, cancellation and so on), so that each one comes first sometimes.
    const turn = place % asked.length;
    const results = await Promise.all([...asked.slice(turn), ...asked.slice(0, turn)].map((ask) => ask()));
    successes += results.filter(Boolean).length;
    // If a return was requested, the owner accepts it and refunds as much as the shop allows.
    for (const step of ["accept", "received", "refund"])
      await people[0](`returns --${step}`, {
        args: { orderId: each.orderId },
        options: step === "accept" ? { words: "Please send it back." } : {},
      });
  }
  const isRefunding = async ({ orderId }: SoldOrder) =>
    /"paymentStatus": "Refunding"/.test((await shop.operator("orders", "show", orderId, "--json")).output);
  for (const each of sold)
    await waitUntil(`the refund of ${each.orderId} has ended`, async () => !(await isRefunding(each)), 500);
  run.say(
    `${way.name}: ${sold.length} orders, ${successes} refunds, replacements, cancellations and other commands succeeded`,
  );
  return shop.withDatabase(async (db) => [
    { what: "remedies that were given", value: successes, atLeast: sold.length },
    toNoneFigure("orders with the goods and a refund, or refunded more than was paid", await findTwice(db)),
    toNoneFigure("payments without an order, or made twice", await findMoneyErrors(db)),
    await checkBooks(db),
  ]);
}

async function done(run: RunCommand, name: string, orderId: string, options: Record<string, string> = {}) {
  const reply = await run(name, { args: { orderId }, options });
  if (reply.outcome !== "done") throw new Error(`${name} ${orderId}: ${JSON.stringify(reply)}`);
}

function listRemedies(
  way: ShopRoute,
  [owner, manager]: readonly [RunCommand, RunCommand],
  { orderId, checkout: { member }, payable, isSent }: SoldOrder,
  productId: string,
): (() => Promise<boolean>)[] {
  const command = (run: RunCommand, name: string, options: Record<string, string>) => async () =>
    (await run(name, { args: { orderId }, options: { reason: "It broke", ...options } })).outcome === "done";
  const ask =
    ({ method, path }: { method: string; path: string }, body: object) =>
    async () =>
      (await post(
        way,
        path.replace(":orderId", orderId).replace(":productId", productId),
        JSON.stringify(body),
        { method, token: member.token, isHostile: false },
      )) === 200;
  const line = `${productId}:${PIECES}`;
  const all = [
    command(owner, "orders refund", { line }),
    command(manager, "orders refund", {}),
    command(owner, "orders refund", { amount: (payable - 0.01).toFixed(2) }),
  ];
  return isSent
    ? [
        ask(requestReturn, {
          reasons: ["Arrived damaged"],
          comments: "",
          pieces: [{ productId, quantity: PIECES }],
        }),
        command(manager, "orders replace", { line }),
        ...all,
        command(owner, "orders refund", { parcel: "1", lost: "on" }),
      ]
    : [
        ...all,
        command(manager, "orders cancel", { line: `${productId}:1` }),
        command(owner, "orders cancel", {}),
        ask(cancelPieces, { quantity: 1, known: 0, amount: payable / PIECES }),
        ask(requestCancellation, { reasons: ["Late delivery"], comments: "" }),
        () =>
          done(manager, "orders dispatch", orderId, { courier: "Delhivery", number: orderId }).then(
            () => true,
            () => false,
          ),
      ];
}

async function findTwice(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ about: string; fault: string }>(sql`
    with again as (
      select order_id, sum((piece ->> 'quantity')::int) as pieces
        from parcel, jsonb_array_elements(pieces) as piece where is_replacement group by 1
    ), back as (select order_id, sum(amount) as amount from order_refund group by 1)
    select o.order_id as about, 'more was refunded than was paid' as fault
      from orders o join back b on b.order_id = o.id where b.amount > o.payable
    union all
    select o.order_id, 'replaced and refunded' from orders o
      join again a on a.order_id = o.id join back b on b.order_id = o.id
     where b.amount > o.shipping + (o.payable - o.shipping) * (${PIECES} - a.pieces) / ${PIECES}
    union all
    select o.order_id, 'replaced, and its return was refunded' from orders o
      join again a on a.order_id = o.id where o.return_request ->> 'status' = 'Refunded'
    union all
    select o.order_id, 'dispatched and cancelled' from orders o
     where o.dispatched_at is not null and o.status = 'Cancelled'
    union all
    select s.reference, 'the provider refunded more than it charged' from test_payment_session s
      join test_payment_refund r on r.session_id = s.id and r.failure is null
     group by s.id having sum(r.amount) > s.amount`);
  return rows.map(({ about, fault }) => `${about}: ${fault}`);
}
