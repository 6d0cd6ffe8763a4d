// Customers check out while something fails. After each round every acknowledged order must exist exactly once,
// and payments, stock and invoices must agree.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { findLedgerErrors } from "../support/ledger.ts";
import { shippingAddress } from "../support/samples.ts";
import type { Shop } from "../support/journey-shop.ts";
import { type Checkout, checkOutAll, formatStatuses, planCheckouts, type RoundResult } from "./checkout.ts";
import { type Member, RARE_PIECES } from "./crowded-shop.ts";
import { type Figure, type ScenarioRun, toNoneFigure } from "./scenario.ts";
import { waitUntil } from "./watch.ts";

/**
 * The time in ms after which every charged card must belong to a paid order. It is long, because the shop may retry a
 * failed event only after minutes.
 */
const PAID_WITHIN_MS = 300_000;

/** Waits until each charged card belongs to a paid order. After the timeout, returns the unpaid checkouts as text. */
export async function waitUntilPaid(
  shopUrl: string,
  checkouts: readonly Checkout[],
  withinMs = PAID_WITHIN_MS,
): Promise<string[]> {
  const giveUp = performance.now() + withinMs;
  let open = checkouts.filter(({ isCharged }) => isCharged);
  for (;;) {
    const states = await Promise.all(open.map((checkout) => readPaymentStatus(shopUrl, checkout)));
    open = open.filter((_, index) => states[index] !== "Completed");
    if (open.length === 0 || performance.now() > giveUp) break;
    await sleep(500);
  }
  return open.map(({ orderId }) => `${orderId} was charged and is not paid`);
}

async function readPaymentStatus(shopUrl: string, { orderId, member }: Checkout): Promise<string | null> {
  const response = await fetch(`${shopUrl}/api/orders/${orderId}`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (response?.status !== 200) return null;
  const { order } = (await response.json()) as { order: { paymentStatus: string } };
  return order.paymentStatus;
}

export async function readLedger(shop: Shop, seen: RoundResult): Promise<Figure[]> {
  const unpaid = await waitUntilPaid(shop.url, seen.checkouts);
  return shop.withDatabase(async (db) => [
    ...(await checkPromises(db, seen)),
    toNoneFigure("charged but unpaid orders", unpaid),
    toNoneFigure("secrets or personal data in the log", listLogged(shop.log(), seen)),
    toNoneFigure("payments without an order, or made twice", await findMoneyErrors(db)),
    await checkBooks(db),
  ]);
}

export const checkBooks = async (db: Db): Promise<Figure> =>
  toNoneFigure("errors in payments, stock or documents", (await findLedgerErrors(db)).map(formatError));

const formatError = ({ about, fault }: { about: string; fault: string }) => `${about}: ${fault}`;

/** The log must not contain personal data of customers (security §11). */
function listLogged(log: string, { checkouts }: RoundResult): string[] {
  const { phoneNumber, street } = shippingAddress;
  const canaries = [phoneNumber, street, ...checkouts.flatMap(({ member }) => [member.token, member.email])];
  return canaries.filter((canary) => log.includes(canary));
}

interface Row extends Record<string, unknown> {
  account: string;
  key: string;
  order: string;
  product: string;
  status: string;
}

async function checkPromises(db: Db, { checkouts, anomalies }: RoundResult): Promise<Figure[]> {
  const accounts = checkouts.map(({ member }) => member.accountId);
  const { rows } = await db.execute<Row>(sql`
    select o.account_id as account, o.idempotency_key as key, o.order_id as order, o.status, l.product_id as product
      from orders o join order_line l on l.order_id = o.id
     where o.account_id = any(${sql.param(accounts)}::uuid[])`);
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  const ordersOf = ({ member }: Checkout) => byAccount.get(member.accountId) ?? [];
  const acknowledged = checkouts.filter(({ orderId }) => orderId !== null);
  const lost = acknowledged.filter(
    (each) => !ordersOf(each).some(({ key, order }) => key === each.key && order === each.orderId),
  );
  const doubled = checkouts.filter((each) => ordersOf(each).length > (each.refusal === null ? 1 : 0));
  return [
    { what: "orders acknowledged", value: acknowledged.length },
    toNoneFigure(
      "lost",
      lost.map(({ orderId }) => `${orderId} was acknowledged and is missing`),
    ),
    toNoneFigure(
      "duplicate orders",
      doubled.map(
        ({ key, refusal }) => `${key}: more orders than were acknowledged (${refusal ?? "placed"})`,
      ),
    ),
    toNoneFigure("oversold products", findOversold(checkouts, rows)),
    toNoneFigure("responses that no customer may get", anomalies),
  ];
}

function findOversold(checkouts: readonly Checkout[], rows: readonly Row[]): string[] {
  const wanted = Map.groupBy(checkouts, ({ productId }) => productId);
  return [...wanted].flatMap(([productId, buyers]) => {
    const areAllFinal = buyers.every(({ orderId, refusal }) => orderId !== null || refusal !== null);
    if (!productId.startsWith("rare-") || !areAllFinal) return [];
    const sold = rows.filter(({ product, status }) => product === productId && status !== "Cancelled").length;
    return sold === Math.min(RARE_PIECES, buyers.length)
      ? []
      : [`${productId}: ${sold} sold, of ${RARE_PIECES} pieces and ${buyers.length} buyers`];
  });
}

export async function findMoneyErrors(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ about: string; fault: string }>(sql`
    with charged as (
      select coalesce(o.order_id, s.reference) as about, s.amount, o.payable, o.payment_status
        from test_payment_session s
        left join payment p on p.id::text = s.reference left join orders o on o.order_id = p.order_id
       where s.state = 'captured'
    )
    select about, 'charged, and there is no such order' as fault from charged where payable is null
    union all
    select about, 'charged twice' from charged group by about having count(*) > 1
    union all
    select about, 'charged, and the order is neither paid nor refunded' from charged
     where payment_status not in ('Completed', 'Refunding', 'Refunded')
    union all
    select about, 'charged another amount than the order is about' from charged where amount <> payable
    union all
    select o.order_id, 'paid, and nobody was charged' from orders o
      join payment p on p.order_id = o.order_id and p.provider = 'test'
     where o.payment_status = 'Completed' and o.payable > 0
       and o.order_id not in (select about from charged)
    union all
    select o.order_id, count(i.number) || ' invoices for one sale' from orders o
      left join invoice i on i.order_id = o.id and i.kind = 'invoice'
     where o.payment_status = 'Completed' group by o.id having count(i.number) <> 1`);
  return rows.map(formatError);
}

const ENDS_WITHIN_MS = 300_000;
const ACKNOWLEDGED_BEFORE = 10;

interface Plan {
  shop: Shop;
  buyers: readonly Member[];
  rareId: string;
  /** Resolves when the failure should begin. By default, that is after ten acknowledged orders. */
  come?(seen: RoundResult): Promise<unknown>;
  /** True if some calls may get no response, such as calls to a process that is killed. */
  losesAnswers?: boolean;
}

interface RoundFailure {
  figures: Figure[];
  summary: string;
}

/** Runs checkouts and `trouble` in parallel. `trouble` gets a promise that resolves when all checkouts have ended. */
export async function playRound(
  run: ScenarioRun,
  { shop, buyers, rareId, come = waitForOrders(ACKNOWLEDGED_BEFORE), losesAnswers = false }: Plan,
  trouble: (seen: RoundResult, checkouts: Promise<void>) => Promise<RoundFailure>,
): Promise<Figure[]> {
  const seen = planCheckouts(buyers, rareId);
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
  await come(seen);
  const { figures, summary } = await trouble(seen, checkouts);
  await checkouts;
  run.say(`${summary}; ${seen.acknowledged} orders (${formatStatuses(seen)})`);
  const unfinished = seen.checkouts.filter(({ orderId, refusal }) => orderId === null && refusal === null);
  const unanswered = { what: "calls without a response", value: seen.statuses.get(0) ?? 0, atMost: 0 };
  return [
    ...figures,
    { what: "checkouts that did not end", value: unfinished.length, atMost: 0 },
    ...(losesAnswers ? [] : [unanswered]),
    ...(await readLedger(shop, seen)),
  ];
}

export const waitForOrders =
  (count: number) =>
  (seen: RoundResult): Promise<number> =>
    waitUntil("some orders are acknowledged", () => seen.acknowledged >= count);
