import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import type { Checkout, Seen } from "./checkout.ts";

interface Row extends Record<string, unknown> {
  account: string;
  key: string;
  order: string;
  product: string;
  status: string;
}

export async function checkPromises(
  db: Db,
  { checkouts, anomalies }: Seen,
  pieces: number,
): Promise<Figure[]> {
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
    toNoneFigure(
      "lost",
      lost.map(({ orderId }) => `${orderId} was acknowledged and is not there`),
    ),
    toNoneFigure(
      "doubled",
      doubled.map(
        ({ key, refusal }) => `${key}: more orders than were acknowledged (${refusal ?? "placed"})`,
      ),
    ),
    toNoneFigure("oversold", findOversold(checkouts, rows, pieces)),
    toNoneFigure("answers nobody should get", anomalies),
  ];
}

/** Also when fewer are sold than could be: pieces that no one holds and no one can buy. */
function findOversold(checkouts: readonly Checkout[], rows: readonly Row[], pieces: number): string[] {
  const wanted = Map.groupBy(checkouts, ({ productId }) => productId);
  return [...wanted].flatMap(([productId, refunds]) => {
    if (
      !productId.startsWith("rare-") ||
      refunds.some(({ orderId, refusal }) => orderId === null && refusal === null)
    )
      return [];
    const sold = rows.filter(({ product, status }) => product === productId && status !== "Cancelled").length;
    const possible = Math.min(pieces, refunds.length);
    return sold === possible
      ? []
      : [`${productId}: ${sold} sold, of ${pieces} pieces and ${refunds.length} buyers`];
  });
}

/** Between the test provider's own books and the shop's. */
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
  return rows.map(({ about, fault }) => `${about}: ${fault}`);
}
