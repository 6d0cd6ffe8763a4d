import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { correctOrderNumbers } from "#contract/order-number.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { isId } from "#platform/ids.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { listOrderPrefixes } from "#shop/brand/server/index.ts";
import { receivedStatuses } from "#shop/payments/payment.ts";
import type { CancellationStatus } from "../cancellation.ts";
import type { ReturnStatus } from "../returned-pieces.ts";
import type { OrderStatus } from "../status.ts";
import { orderLine, orders, type OrderRow, parcel } from "./tables.ts";

export interface OrderFilter {
  accountId?: string;
  orderIds?: readonly string[] | undefined;
  orderCodes?: readonly string[];
  trackingNumbers?: readonly string[];
  status?: OrderStatus | undefined;
  productId?: string;
  /** Selects the order with this key. Always set `accountId` with it, because two customers may use the same key. */
  idempotencyKey?: string;
  /** Selects orders whose cancellation request has this status, sorted by the time of the request. */
  cancellation?: CancellationStatus;
  returns?: readonly ReturnStatus[];
  group?: OrderGroup | undefined;
  isUnsent?: true;
  replacementWaits?: true;
  since?: Date | undefined;
  /** Selects orders placed before this time. */
  until?: Date | undefined;
  payment?: OrderPayment | undefined;
  /** Selects orders in which some word, of the order or one of its lines, begins with each of these texts. */
  words?: readonly string[];
  /** The searching operator's role. Packers cannot search by buyer or e-mail address, which they may not see (T53). */
  role?: OperatorRole | undefined;
  newestFirst?: true;
  most?: number;
}

export async function listOrders(db: Db | Tx, filter: OrderFilter = {}): Promise<OrderRow[]> {
  const { cancellation, words = [], role, newestFirst, most } = filter;
  const few = await findFewestMatches(db, words);
  const [order, sortedBy] = [
    newestFirst ? desc : asc,
    cancellation ? "cancellationRequestedAt" : "createdAt",
  ] as const;
  const rows = db
    .select()
    .from(orders)
    .where(
      and(
        given(filter.accountId, (accountId) => eq(orders.accountId, accountId)),
        given(filter.orderIds, (orderIds) => isAnyOf(orders.orderId, orderIds)),
        given(
          filter.orderCodes,
          (codes) => sql`right(${orders.orderId}, 6) = any(${sql.param([...codes])}::text[])`,
        ),
        given(filter.trackingNumbers, (numbers) =>
          hasParcel(db, sql`${parcel.tracking} ->> 'number' = any(${sql.param([...numbers])}::text[])`),
        ),
        given(filter.status, (status) => eq(orders.status, status)),
        given(filter.productId, (productId) => hasPieces(db, productId)),
        given(filter.idempotencyKey, (key) => eq(orders.idempotencyKey, key)),
        given(cancellation, (status) => eq(orders.cancellationStatus, status)),
        given(filter.returns, (statuses) => whereReturn(...statuses)),
        given(filter.group, (group) => orderGroups[group](db)),
        given(filter.isUnsent, whereUnsent),
        given(filter.replacementWaits, () => whereReplacementWaits(db)),
        given(filter.since, (since) => gte(orders.createdAt, since)),
        given(filter.until, (until) => lt(orders.createdAt, until)),
        given(filter.payment, (payment) => orderPayments[payment]()),
        ...words.map((word) =>
          role === "packer" ? fits(word, LABEL_WORDS) : fits(word, ORDER_WORDS, BUYER_WORDS),
        ),
        few === null ? undefined : isAnyOf(orders.id, few),
      ),
    )
    .orderBy(order(orders[sortedBy]), order(orders.id));
  return most === undefined ? rows : rows.limit(most);
}

const given = <Value>(value: Value | undefined, where: (value: Value) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : where(value);

const selectOrder = (db: Db | Tx, orderId: string, accountId?: string) =>
  db
    .select()
    .from(orders)
    .where(and(whereOrder(orderId), accountId === undefined ? undefined : eq(orders.accountId, accountId)));

/** Finds an order by `orderId` or `_id`. With `accountId`, finds it only if it belongs to this account (D69, D74). */
export const findOrder = async (db: Db | Tx, orderId: string, accountId?: string): Promise<OrderRow | null> =>
  (await selectOrder(db, orderId, accountId))[0] ?? null;

export async function getOrder(db: Db | Tx, orderId: string): Promise<OrderRow> {
  const order = await findOrder(db, orderId);
  if (!order) throw createNoSuchOrderError(orderId);
  return order;
}

export const lockOrder = async (tx: Tx, orderId: string, accountId?: string): Promise<OrderRow | null> =>
  (await selectOrder(tx, orderId, accountId).for("update"))[0] ?? null;

/** Locks the order. @throws CommandRefused if it does not exist */
export async function requireOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw createNoSuchOrderError(orderId);
  return order;
}

/** Locks an order and calls `change`. `confirm` runs before the commit and may throw. @throws CommandRefused */
export const changeOrder = <Result>(
  context: Context,
  typedOrderId: string,
  confirm: ((result: Result) => void) | null,
  change: (tx: Tx, order: OrderRow) => Promise<Result>,
): Promise<Result> =>
  context.transact(async (tx) => {
    const result = await change(tx, await requireOrder(tx, typedOrderId));
    confirm?.(result);
    return result;
  });

const createNoSuchOrderError = (orderId: string): CommandRefused =>
  new CommandRefused(`There is no order ${orderId}. Check the order number in the list of orders.`);

const READABLE_ID = /^[A-Z0-9-]{1,40}$/;

/** Matches an `orderId`, ignoring case, or an `_id`. Any other text matches no order (D69). */
function whereOrder(orderId: string): SQL {
  if (isId(orderId)) return eq(orders.id, orderId);
  const readable = orderId.trim().toUpperCase();
  return READABLE_ID.test(readable) ? eq(orders.orderId, readable) : sql`false`;
}

const hasPieces = (db: Db | Tx, productId: string): SQL =>
  exists(
    db
      .select({ line: orderLine.line })
      .from(orderLine)
      .where(
        and(
          eq(orderLine.orderId, orders.id),
          eq(orderLine.productId, productId),
          gt(orderLine.quantity, orderLine.cancelled),
        ),
      ),
  );

/** True for an order with a parcel that meets the conditions. */
export const hasParcel = (db: Db | Tx, ...conditions: SQL[]): SQL =>
  exists(
    db
      .select({ id: parcel.id })
      .from(parcel)
      .where(and(eq(parcel.orderId, orders.id), ...conditions)),
  );

export const wasPaidSql = inArray(orders.paymentStatus, receivedStatuses);

const whereNotRefunded = (): SQL | undefined =>
  or(isNull(orders.refundAmount), lt(orders.refundAmount, orders.payable), eq(orders.payable, 0));

const whereUnsent = (): SQL | undefined =>
  and(
    eq(orders.status, "Processing"),
    or(isNull(orders.dispatchedAt), eq(orders.partlySent, true)),
    whereNotRefunded(),
    or(isNull(orders.cancellationStatus), ne(orders.cancellationStatus, "Pending")),
  );

const whereReplacementWaits = (db: Db | Tx): SQL | undefined =>
  and(whereNotRefunded(), hasParcel(db, eq(parcel.status, "Waiting")));

export const whereReturn = (...statuses: ReturnStatus[]): SQL =>
  sql`${orders.returnRequest} is not null and (${orders.returnRequest} ->> 'status' in ${statuses} or exists (
    select from jsonb_array_elements(${orders.laterReturns}) later where later ->> 'status' in ${statuses}))`;

export const orderGroups = {
  "to-pack": (db) => or(whereUnsent(), whereReplacementWaits(db)),
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
} satisfies Record<string, (db: Db | Tx) => SQL | undefined>;

export type OrderGroup = keyof typeof orderGroups;

export async function countOpenOrders(db: Db): Promise<Record<string, number>> {
  const count = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})::int`;
  const [counts] = await db
    .select({
      "to-pack": count(orderGroups["to-pack"](db)),
      "on-their-way": count(orderGroups["on-their-way"]()),
      "to-answer": count(orderGroups["to-answer"]()),
      unpaid: count(orderGroups.unpaid()),
    })
    .from(orders);
  return counts ?? {};
}

export const orderPayments = {
  paid: () => wasPaidSql,
  "cash-on-delivery": () => eq(orders.cash, true),
  refunded: () => gt(orders.refundAmount, 0),
} satisfies Record<string, () => SQL | undefined>;

export type OrderPayment = keyof typeof orderPayments;

/** A word with more matches than this is searched without the index, order by order. */
const MAX_INDEXED_MATCHES = 1_000;

export const toSearchWords = (context: Context, input: string): string[] =>
  correctOrderNumbers(input, listOrderPrefixes(context))
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS) ?? [];

const MAX_WORDS = 6;

/** Returns the ids of the orders with the rarest word; null if there is no word or if every word is too frequent. */
async function findFewestMatches(db: Db | Tx, words: readonly string[]): Promise<string[] | null> {
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
      // Duplicate ids do no harm. `union` would read all matches before it applies the limit.
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

/* The expressions below must equal those of the indexes in migrations 0103 and 0151. Otherwise, no index is used. */
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

/** The buyer's name and phone number, indexed separately, because packers must not find orders by the buyer. */
const BUYER_WORDS = sql.raw(
  `to_tsvector('simple', translate(
    coalesce("orders"."contact" -> 'buyer' ->> 'firstName', '') || ' ' ||
    coalesce("orders"."contact" -> 'buyer' ->> 'lastName', '') || ' ' ||
    coalesce("orders"."contact" -> 'buyer' ->> 'phoneNumber', ''), ${PARTED}))`,
);

const HAS_BUYER = sql.raw(`"orders"."contact" -> 'buyer' is not null`);

const LINE_WORDS = sql.raw(
  `to_tsvector('simple', translate("order_line"."title" || ' ' || "order_line"."product_id", ${PARTED}))`,
);
