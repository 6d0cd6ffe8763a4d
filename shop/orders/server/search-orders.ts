import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
  exists,
} from "drizzle-orm";
import { type Db, type Tx } from "#platform/database/database.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import type { ReturnStatus } from "../returned-pieces.ts";
import { orderLine, orders, type OrderRow, parcel } from "./tables.ts";
import { receivedStatuses } from "#shop/payments/payment.ts";

export const wasPaidSql = inArray(orders.paymentStatus, receivedStatuses);

const whereNotRefunded = (): SQL | undefined =>
  or(isNull(orders.refundAmount), lt(orders.refundAmount, orders.payable), eq(orders.payable, 0));

export const whereToPack = (): SQL | undefined =>
  and(
    eq(orders.status, "Processing"),
    or(isNull(orders.dispatchedAt), eq(orders.partlySent, true)),
    whereNotRefunded(),
    or(isNull(orders.cancellationStatus), ne(orders.cancellationStatus, "Pending")),
  );

export const whereReplacementWaits = (db: Db | Tx): SQL | undefined =>
  and(
    whereNotRefunded(),
    exists(
      db
        .select({ id: parcel.id })
        .from(parcel)
        .where(and(eq(parcel.orderId, orders.id), eq(parcel.status, "Waiting"))),
    ),
  );

export const whereReturn = (...statuses: ReturnStatus[]): SQL =>
  sql`${orders.returnRequest} is not null and (${orders.returnRequest} ->> 'status' in ${statuses} or exists (
    select from jsonb_array_elements(${orders.laterReturns}) later where later ->> 'status' in ${statuses}))`;

export const orderGroups = {
  "to-pack": whereToPack,
  "on-their-way": () =>
    and(
      eq(orders.status, "Processing"),
      isNotNull(orders.dispatchedAt),
      not(orders.partlySent),
      isNull(orders.lostAt),
    ),
  "to-answer": () =>
    or(eq(orders.cancellationStatus, "Pending"), whereReturn("Requested", "Accepted", "Received")),
  unpaid: () => eq(orders.status, "Pending"),
  delivered: () => eq(orders.status, "Delivered"),
  cancelled: () => eq(orders.status, "Cancelled"),
} satisfies Record<string, () => SQL | undefined>;

export type OrderGroup = keyof typeof orderGroups;

interface OrderSearch {
  words: readonly string[];
  filters: readonly SQL[];
  most: number;
  /** The searching operator's role. Packers cannot search by buyer or e-mail address, which they may not see (T53). */
  role?: OperatorRole | undefined;
}

/** A word with more matches than this is searched without the index, order by order, newest first. */
const MAX_INDEXED_MATCHES = 1_000;

export async function searchOrders(db: Db, { words, filters, most, role }: OrderSearch): Promise<OrderRow[]> {
  const few = await findFewestMatches(db, words);
  return db
    .select()
    .from(orders)
    .where(
      and(
        ...filters,
        ...words.map((word) =>
          role === "packer" ? fits(word, LABEL_WORDS) : fits(word, ORDER_WORDS, BUYER_WORDS),
        ),
        few === null ? undefined : isAnyOf(orders.id, few),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(most);
}

export const toSearchWords = (input: string): string[] =>
  input
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS) ?? [];

const MAX_WORDS = 6;

/** Returns the ids of the orders with the rarest word; null if every word is too frequent. */
async function findFewestMatches(db: Db, words: readonly string[]): Promise<string[] | null> {
  let fewest: string[] | null = null;
  for (const word of words) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(sql`${ORDER_WORDS} @@ ${toQuery(word)}`)
      .unionAll(
        db
          .select({ id: orders.id })
          .from(orders)
          .where(sql`${HAS_BUYER} and ${BUYER_WORDS} @@ ${toQuery(word)}`),
      )
      // Duplicate ids do no harm. To remove them, `union` would read all matches before it applies the limit.
      .unionAll(
        db
          .select({ id: orderLine.orderId })
          .from(orderLine)
          .where(sql`${LINE_WORDS} @@ ${toQuery(word)}`),
      )
      .limit(MAX_INDEXED_MATCHES + 1);
    if (rows.length <= MAX_INDEXED_MATCHES && rows.length < (fewest?.length ?? Infinity))
      fewest = rows.map(({ id }) => id);
  }
  return fewest;
}

/**
 * The condition that an order or one of its lines contains the word. It uses `limit 1` instead of `exists`, because
 * with `exists` PostgreSQL would read the lines of all orders.
 */
const fits = (word: string, ...texts: SQL[]): SQL => sql`(
  ${sql.join(
    texts.map((text) => sql`coalesce(${text} @@ ${toQuery(word)}, false)`),
    sql` or `,
  )}
  or (
    select true from ${orderLine}
    where ${orderLine.orderId} = ${orders.id} and coalesce(${LINE_WORDS} @@ ${toQuery(word)}, false)
    limit 1
  )
)`;

const toQuery = (word: string): SQL => sql`to_tsquery('simple', ${`'${word}':*`})`;

/* The expressions below must equal those of the indexes in migrations 0103 and 0124. Otherwise, no index is used. */
const PARTED = String.raw`'@.-_+/,:;''"', '           '`;

const toOrderWords = (email: string): SQL =>
  sql.raw(
    `to_tsvector('simple', translate(
    "orders"."order_id" || ' ' || coalesce("orders"."contact" ->> 'firstName', '') || ' ' ||
    coalesce("orders"."contact" ->> 'lastName', '') || ' ' || ${email}
    coalesce("orders"."shipping_address" ->> 'phoneNumber', '') || ' ' ||
    coalesce("orders"."shipping_address" ->> 'city', '') || ' ' ||
    coalesce("orders"."shipping_address" ->> 'zipCode', '') || ' ' || coalesce("orders"."tracking" ->> 'number', ''),
    ${PARTED}))`,
  );

const ORDER_WORDS = toOrderWords(`coalesce("orders"."contact" ->> 'email', '') || ' ' ||`);

const LABEL_WORDS = toOrderWords("");

/** The buyer's name, indexed separately, because packers must not find orders by the buyer. */
const BUYER_WORDS = sql.raw(
  `to_tsvector('simple', translate(
    coalesce("orders"."contact" -> 'buyer' ->> 'firstName', '') || ' ' ||
    coalesce("orders"."contact" -> 'buyer' ->> 'lastName', ''), ${PARTED}))`,
);

const HAS_BUYER = sql.raw(`"orders"."contact" -> 'buyer' is not null`);

const LINE_WORDS = sql.raw(
  `to_tsvector('simple', translate("order_line"."title" || ' ' || "order_line"."product_id", ${PARTED}))`,
);

export const olderThan = ({ createdAt, id }: OrderRow): SQL | undefined =>
  or(lt(orders.createdAt, createdAt), and(eq(orders.createdAt, createdAt), lt(orders.id, id)));
