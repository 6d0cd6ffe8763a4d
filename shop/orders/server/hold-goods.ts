import { and, countDistinct, eq, gt, inArray, isNotNull, lt, min, ne, type SQL, sql, sum } from "drizzle-orm";
import { deskLinks } from "#contract/desk-links.ts";
import { MINUTE, HOUR } from "#contract/time.ts";
import type { LockedAccount } from "#shop/accounts/server/index.ts";
import type { StockStates } from "#shop/inventory/server/index.ts";
import { getNetworkKey } from "#platform/limits/rate-limit.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { paymentExpired } from "#shop/payments/events.ts";
import { goodsHeldBack } from "../events.ts";
import { expireOrder } from "./cancellations.ts";
import { computeMac } from "#platform/config/secret.ts";
import { defineInsert } from "#platform/database/statement.ts";
import {
  getHoldMinutes,
  getPaymentTimeoutMinutes,
  type HolderKind,
  isScarce,
  hasExpiredTooOften,
  EXPIRED_REMEMBERED_MS,
  getHoldsPerHour,
  getLargestHold,
  findMailDomain,
  type TrustLevel,
  formatExpiries,
  HELD_BACK_REMEDY,
  type ExpiryPattern,
  SUSPICIOUS_EXPIRIES,
} from "../holds.ts";
import type { Pieces } from "../returned-pieces.ts";
import { orderHold, type OrderRow, orders } from "./tables.ts";
import { refuse } from "#platform/http/refuse.ts";

export type Hold = typeof orderHold.$inferSelect;

interface HoldRequest {
  account: LockedAccount;
  lines: readonly Pieces[];
  /** The stock, locked by `lockStates`, so that concurrent orders of the same products wait for each other. */
  states: StockStates;
  ip: string;
}

/**
 * Returns the reservations of an unpaid order, and its deadline if that is earlier than usual. Refuses the order if its
 * account, network, mail domain, or all unverified accounts together reach a limit (T35).
 */
export async function planHolds(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { account, lines, states, ip }: HoldRequest,
) {
  const countedLines = findCounted(lines, states);
  if (countedLines.length === 0) return { holds: [], payUntil: null };
  const trust = await findTrust(tx, account);
  const origin = findOrigin(context, { account, ip, trust });
  const limited: LimitedLine[] = [];
  for (const holder of listHolders(origin)) {
    const tooMany = await refuseTooManyHolds(context, tx, holder);
    if (tooMany) return tooMany;
    const limits = await limitLines(context, tx, holder, countedLines);
    const tooLarge = refuseTooLargeHold(limits);
    if (tooLarge) return tooLarge;
    limited.push(...limits);
  }
  const expired = limited
    .filter(({ quantity, available }) => isScarce(quantity, available))
    .map((line): [HolderKind, number] => [line.kind, line.expired]);
  const paymentTimeoutMinutes = getPaymentTimeoutMinutes(context, order);
  const minutes = getHoldMinutes(paymentTimeoutMinutes, { trust, expired });
  return {
    holds: countedLines.map(({ productId, quantity }): Hold => ({
      orderId: order.id,
      productId,
      quantity,
      heldAt: context.now(),
      ...origin,
    })),
    payUntil: minutes < paymentTimeoutMinutes ? new Date(order.createdAt.getTime() + minutes * MINUTE) : null,
  };
}

/** An attacker can verify any number of free mailboxes, so a verified mailbox is not enough for the level `paid`. */
async function findTrust(tx: Tx, { id, hasVerifiedMailbox }: LockedAccount): Promise<TrustLevel> {
  const [paid] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, id),
        eq(orders.paymentStatus, "Completed"),
        ne(orders.status, "Cancelled"),
        gt(orders.payable, 0),
      ),
    )
    .limit(1);
  return paid ? "paid" : hasVerifiedMailbox ? "verified" : "unverified";
}

type Origin = Pick<Hold, (typeof holderColumns)[number][0]>;

function findOrigin(
  context: Context,
  { account, ip, trust }: { account: LockedAccount; ip: string; trust: TrustLevel },
): Origin {
  const uncounted = {
    accountId: account.id,
    address: null,
    newcomerAddress: null,
    newcomerDomain: null,
    unverified: false,
  };
  if (trust === "paid") return uncounted;
  const network = getNetworkKey("holds", ip, context.config);
  const hash = (key: string) => computeMac(context, key).toString("base64url");
  if (trust === "unverified") return { ...uncounted, unverified: true, address: network && hash(network) };
  // `network` is usually null for requests from localhost. Neither the network nor the mail domain is limited then.
  if (network === null) return uncounted;
  return {
    ...uncounted,
    newcomerAddress: hash(`proven:${network}`),
    newcomerDomain: hash(`holds:domain:${findMailDomain(account.email)}`),
  };
}

/** The columns by which unpaid orders are counted, in the order in which their limits are checked. */
const holderColumns = [
  ["accountId", "account"],
  ["address", "address"],
  ["newcomerAddress", "address"],
  ["newcomerDomain", "domain"],
  ["unverified", "unverified"],
] as const;

const listHolders = (origin: Origin): Holder[] =>
  holderColumns.flatMap(([column, kind]) =>
    origin[column] ? [{ kind, condition: sql`${orderHold[column]} = ${origin[column]}` }] : [],
  );

export const insertHolds = defineInsert(orderHold);

const findCounted = (lines: readonly Pieces[], states: StockStates) =>
  lines.flatMap(({ productId, quantity }) => {
    const { onHand = null, reserved = 0, backorder = false } = states.get(productId) ?? {};
    return onHand === null || backorder ? [] : [{ productId, quantity, available: onHand - reserved }];
  });

interface Holder {
  kind: HolderKind;
  condition: SQL;
}

const unpaidSql = eq(orders.status, "Pending");

const expiredSql = and(eq(orders.status, "Cancelled"), eq(orders.cancelledBecause, "unpaid"));

async function refuseTooManyHolds(context: Context, tx: Tx, { kind, condition }: Holder) {
  const now = context.now().getTime();
  const maxHolds = getHoldsPerHour(kind);
  if (maxHolds === Infinity) return null;
  const [recent] = await tx
    .select({ count: countDistinct(orderHold.orderId), first: min(orderHold.heldAt) })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(and(condition, gt(orderHold.heldAt, new Date(now - HOUR)), sql`(${unpaidSql} or ${expiredSql})`));
  if (!recent?.first || recent.count < maxHolds) return null;
  return refuse("too_many_holds", { retryAfterMs: Math.max(1, recent.first.getTime() + HOUR - now) });
}

type CountedLine = ReturnType<typeof findCounted>[number];

interface LimitedLine extends CountedLine {
  kind: HolderKind;
  most: number;
  expired: number;
}

async function limitLines(
  context: Context,
  tx: Tx,
  { kind, condition }: Holder,
  countedLines: readonly CountedLine[],
): Promise<LimitedLine[]> {
  const earlier = await countEarlierHolds(context, tx, condition, countedLines);
  return countedLines.map((line) => {
    const { held = 0, expired = 0 } = earlier.get(line.productId) ?? {};
    const maxQuantity = getLargestHold(kind, { left: line.available + held, expired });
    return { ...line, kind, expired, most: Math.max(0, maxQuantity - held) };
  });
}

function refuseTooLargeHold(lines: readonly LimitedLine[]) {
  const refused = lines.filter(({ quantity, most }) => quantity > most);
  const [first] = refused;
  if (!first) return null;
  const details = refused.map(({ productId, most }) => ({ productId, available: most }));
  if (first.kind === "unverified") return refuse("unproven_hold", { details });
  return refused.some(({ kind, expired }) => hasExpiredTooOften(kind, expired))
    ? refuse("expired_too_often", { details })
    : refuse("hold_too_large", { details });
}

async function countEarlierHolds(
  context: Context,
  tx: Tx,
  holderCondition: SQL,
  countedLines: readonly CountedLine[],
) {
  const rows = await tx
    .select({
      productId: orderHold.productId,
      held: sum(sql`case when ${unpaidSql} then ${orderHold.quantity} else 0 end`).mapWith(Number),
      expired: sum(sql`case when ${expiredSql} then 1 else 0 end`).mapWith(Number),
    })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(
      and(
        holderCondition,
        gt(orderHold.heldAt, new Date(context.now().getTime() - EXPIRED_REMEMBERED_MS)),
        inArray(
          orderHold.productId,
          countedLines.map(({ productId }) => productId),
        ),
      ),
    )
    .groupBy(orderHold.productId);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** Reports each product that somebody may be keeping out of stock with unpaid orders (T35). */
export async function checkHeldGoods({ db, now }: Context): Promise<Finding[]> {
  const findings = new Map<string, Finding>();
  for (const { productId, pattern, expired } of await selectExpiries(db, now()))
    if (expired >= SUSPICIOUS_EXPIRIES[pattern] && !findings.has(productId))
      findings.set(productId, {
        about: productId,
        what: formatExpiries(pattern, expired),
        remedy: HELD_BACK_REMEDY,
        screen: deskLinks.product(productId),
      });
  return [...findings.values()];
}

/** Warns the owner when a count of expired orders equals its limit, but not again for higher counts. */
async function recordExpiry(context: Context, tx: Tx, { id }: OrderRow): Promise<void> {
  const reservedLines = await tx.select().from(orderHold).where(eq(orderHold.orderId, id));
  if (reservedLines.length === 0) return;
  const productIds = reservedLines.map(({ productId }) => productId);
  for (const expiry of await selectExpiries(tx, context.now(), productIds)) {
    const isOwn = reservedLines.some(
      ({ accountId, address }) =>
        expiry.holder === null || expiry.holder === accountId || expiry.holder === address,
    );
    if (!isOwn || expiry.expired !== SUSPICIOUS_EXPIRIES[expiry.pattern]) continue;
    const { productId, pattern, expired } = expiry;
    context.log.warn({ productId, pattern, expired }, "unpaid orders may be blocking the stock of products");
    await context.outbox.publish(tx, goodsHeldBack, { productId, pattern, expired });
  }
}

async function selectExpiries(db: Db | Tx, now: Date, productIds?: readonly string[]) {
  const { productId, accountId, address } = orderHold;
  const expired = countDistinct(orderHold.orderId);
  const condition = and(
    gt(orderHold.heldAt, new Date(now.getTime() - EXPIRED_REMEMBERED_MS)),
    expiredSql,
    productIds && inArray(productId, [...productIds]),
  );
  const countBy = async (pattern: ExpiryPattern, holder?: typeof accountId | typeof address) => {
    const rows = await db
      .select({ productId, holder: sql<string | null>`${holder ?? sql`null`}`, expired })
      .from(orderHold)
      .innerJoin(orders, eq(orders.id, orderHold.orderId))
      .where(and(condition, holder && isNotNull(holder)))
      .groupBy(productId, ...(holder ? [holder] : []));
    return rows.map((row) => ({ ...row, pattern }));
  };
  return [
    ...(await countBy("customer", accountId)),
    ...(await countBy("address", address)),
    ...(await countBy("many")),
  ].toSorted(
    (first, other) => other.expired - first.expired || first.productId.localeCompare(other.productId),
  );
}

export const onPaymentExpired = defineSubscriber(
  paymentExpired,
  "orders.payment-expired",
  async (context, { orderId }) => {
    await context.transact(async (tx) => {
      const expired = await expireOrder(context, tx, orderId);
      if (expired) await recordExpiry(context, tx, expired);
    });
  },
);

export const holdJobs: readonly ScheduledJob[] = [
  { name: "orders.forget-holds", everyMs: HOUR, isLong: true, run: deleteOldHolds },
];

/** Deletes old reservations of orders that are no longer pending. Newer reservations count for the limits. */
export async function deleteOldHolds({ db, now }: Context): Promise<void> {
  const decided = db.select({ id: orders.id }).from(orders).where(ne(orders.status, "Pending"));
  await db
    .delete(orderHold)
    .where(
      and(
        lt(orderHold.heldAt, new Date(now().getTime() - EXPIRED_REMEMBERED_MS)),
        inArray(orderHold.orderId, decided),
      ),
    );
}
