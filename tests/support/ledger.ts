import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#platform/database/database.ts";
import { listStockErrors } from "#shop/inventory/server/index.ts";
import type { TestContext } from "./database.ts";

export async function readStock(
  { database }: TestContext,
  productId: string,
): Promise<{ onHand: number | null; reserved: number }> {
  const { rows } = await database.pool.query<{ onHand: number | null; reserved: number }>(
    `select on_hand as "onHand", reserved from stock where product_id = $1`,
    [productId],
  );
  if (!rows[0]) throw new Error(`There is no ${productId}.`);
  return rows[0];
}

/** Checks the invariants of money, stock and documents (security §5, security §6). */
export async function expectConsistentLedger({ db }: TestContext): Promise<void> {
  expect(await findLedgerErrors(db)).toEqual([]);
}

/** `about` is the order, product or document concerned. */
export async function findLedgerErrors(db: Db): Promise<{ about: string; fault: string }[]> {
  const stock = (await listStockErrors(db)).map(({ productId, orderKey, words }) => ({
    about: orderKey ?? productId,
    fault: words,
  }));
  const { rows } = await db.execute<{ about: string; fault: string }>(sql`
    select o.order_id as about, 'refunded more than was paid' as fault from orders o
      join refund r on r.order_id = o.order_id group by o.id having sum(r.amount) > o.payable
    union all
    select o.order_id, 'sold without an invoice' from orders o
     where (o.status in ('Processing', 'Delivered'))
       and not exists (select from invoice i where i.order_id = o.id and i.kind = 'invoice')
    union all
    select o.order_id, 'a refunded sale without a credit note' from orders o
     where o.payment_status = 'Refunded'
       and exists (select from invoice i where i.order_id = o.id and i.kind = 'invoice')
       and not exists (select from invoice i where i.order_id = o.id and i.kind = 'credit-note')
    union all
    select o.order_id, 'cash on delivery was not collected, and the invoice has no credit note' from orders o
     where o.cash and o.payment_status = 'Expired'
       and exists (select from invoice i where i.order_id = o.id and i.kind = 'invoice')
       and not exists (select from invoice i where i.order_id = o.id and i.kind = 'credit-note' and i.amount = o.payable)
    union all
    select o.order_id, 'the order and its cash payment have different states' from orders o
      join payment p on p.order_id = o.order_id
     where o.cash and (not p.in_cash or p.status <> o.payment_status
        or (o.status = 'Processing' and p.status = 'Pending' and p.agreed_at is null))
    union all
    select o.order_id, 'cancelled, but its pieces are still reserved or sold' from orders o
     where o.status = 'Cancelled' and exists (
       select from stock_movement m where m.order_id = o.id and m.kind in ('reserve', 'commit') and not exists (
         select from stock_movement e where e.order_id = m.order_id and e.product_id = m.product_id
            and e.turn = m.turn and e.kind in ('release', 'restock')))
    union all
    select o.order_id, 'dispatched although a cancellation request is open' from orders o
     where o.dispatched_at is not null and o.cancellation_status = 'Pending'
    union all
    select i.number, 'a gap in the numbers' from invoice i
      join invoice_series s on i.number like s.series || '/%'
     group by i.number, s.series, s.last_number
    having s.last_number <> (
       select count(*) from (select number from invoice union all select number from cancelled_invoice) c
        where c.number like s.series || '/%')`);
  return [...stock, ...rows];
}

/**
 * Tries every change between two statuses. Returns those that the database allows, such as `Pending → Completed`. Calls
 * `update` first to set the old status, then with `isChange` to set the new one.
 */
export async function listAllowedMoves(
  statuses: readonly string[],
  constraint: RegExp,
  update: (status: string, isChange: boolean) => Promise<{ rowCount: number | null }>,
): Promise<string[]> {
  const allowed: string[] = [];
  for (const from of statuses)
    for (const to of statuses.filter((status) => status !== from)) {
      await update(from, false);
      const { rowCount } = await update(to, true).catch((refused: { constraint?: string }) => {
        expect(refused.constraint).toMatch(constraint);
        return { rowCount: 0 };
      });
      if (rowCount) allowed.push(`${from} → ${to}`);
    }
  return allowed.toSorted();
}

/** Returns the status changes that the code allows, in the format of `listAllowedMoves`. */
export const listMoves = (transitions: Readonly<Record<string, readonly string[] | object>>): string[] =>
  Object.entries(transitions)
    .flatMap(([from, to]) => (Array.isArray(to) ? to : Object.keys(to)).map((each) => `${from} → ${each}`))
    .toSorted();
