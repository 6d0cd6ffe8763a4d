import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database.ts";
import { ledgerErrors } from "../../support/books.ts";
import { shippingAddress } from "../../support/trading.ts";
import type { Shop } from "../../support/shop.ts";
import type { Checkout, Seen } from "./checkout.ts";
import { RARE_PIECES } from "./crowd.ts";
import { type Figure, none } from "../scenario.ts";

/** The reconciler asks every 30 s, and delivery tries again within minutes; longer than both take together. */
const AT_REST_WITHIN_MS = 90_000;

/** Waits until what was charged is paid in the eyes of its customers. Returns those that are not. */
export async function untilPaid(shopUrl: string, { checkouts }: Seen): Promise<string[]> {
  const giveUp = performance.now() + AT_REST_WITHIN_MS;
  let open = checkouts.filter(({ isCharged }) => isCharged);
  for (;;) {
    const states = await Promise.all(open.map((checkout) => paymentStatusOf(shopUrl, checkout)));
    open = open.filter((_, place) => states[place] !== "Completed");
    if (open.length === 0 || performance.now() > giveUp) break;
    await sleep(500);
  }
  return open.map(({ orderId }) => `${orderId} was charged and is not paid`);
}

async function paymentStatusOf(shopUrl: string, { orderId, member }: Checkout): Promise<string | null> {
  const answer = await fetch(`${shopUrl}/api/orders/${orderId}`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (answer?.status !== 200) return null;
  const { order } = (await answer.json()) as { order: { paymentStatus: string } };
  return order.paymentStatus;
}

/** Everything a round has to leave behind: each promise kept once, and the books sound. */
export async function readLedger(shop: Shop, seen: Seen, pieces = RARE_PIECES): Promise<Figure[]> {
  const unpaid = await untilPaid(shop.url, seen);
  return shop.behindTheCounter(async (db) => [
    ...(await promises(db, seen, pieces)),
    none("charged, not paid", unpaid),
    none("secrets or personal data in the log", toldByLog(shop.log(), seen)),
    none("money without an order, or twice", await moneyErrors(db)),
    none(
      "faults in the books",
      (await ledgerErrors(db)).map(({ about, fault }) => `${about}: ${fault}`),
    ),
  ]);
}

/** What of its customers a shop's log may never say (security §11). */
function toldByLog(log: string, { checkouts }: Seen): string[] {
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

async function promises(db: Db, { checkouts, anomalies }: Seen, pieces: number): Promise<Figure[]> {
  const accounts = checkouts.map(({ member }) => member.accountId);
  const { rows } = await db.execute<Row>(sql`
    select o.account_id as account, o.idempotency_key as key, o.order_id as order, o.status, l.product_id as product
      from orders o join order_line l on l.order_id = o.id
     where o.account_id = any(${sql.param(accounts)}::uuid[])`);
  const ordersOf = Map.groupBy(rows, ({ account }) => account);
  const own = ({ member }: Checkout) => ordersOf.get(member.accountId) ?? [];
  const lost = checkouts.filter((each) => {
    return (
      each.orderId !== null && !own(each).some(({ key, order }) => key === each.key && order === each.orderId)
    );
  });
  const doubled = checkouts.filter((each) => own(each).length > (each.refusal === null ? 1 : 0));
  return [
    { what: "orders acknowledged", value: checkouts.filter(({ orderId }) => orderId !== null).length },
    none(
      "lost",
      lost.map(({ orderId }) => `${orderId} was acknowledged and is not there`),
    ),
    none(
      "doubled",
      doubled.map(
        ({ key, refusal }) => `${key}: more orders than were acknowledged (${refusal ?? "placed"})`,
      ),
    ),
    none("oversold", oversold(checkouts, rows, pieces)),
    none("answers nobody should get", anomalies),
  ];
}

/** Also when fewer are sold than could be: pieces that no one holds and no one can buy. */
function oversold(checkouts: readonly Checkout[], rows: readonly Row[], pieces: number): string[] {
  const wanted = Map.groupBy(checkouts, ({ productId }) => productId);
  return [...wanted].flatMap(([productId, wishes]) => {
    if (
      !productId.startsWith("rare-") ||
      wishes.some(({ orderId, refusal }) => orderId === null && refusal === null)
    )
      return [];
    const sold = rows.filter(({ product, status }) => product === productId && status !== "Cancelled").length;
    const possible = Math.min(pieces, wishes.length);
    return sold === possible
      ? []
      : [`${productId}: ${sold} sold, of ${pieces} pieces and ${wishes.length} buyers`];
  });
}

/** Between the test provider's own books and the shop's. */
async function moneyErrors(db: Db): Promise<string[]> {
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
  return rows.map(({ about, fault }) => `${about}: ${fault}`);
}
