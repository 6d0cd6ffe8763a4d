import { eq } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { HeldAccount } from "#server/accounts";
import type { StockStates } from "#server/inventory";
import { getAddressKey } from "#platform/address-limit.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { isRefused } from "#platform/refuse.ts";
import { computeMac } from "#platform/secret.ts";
import { defineInsert } from "#platform/statement.ts";
import { isScarce, UNPROVEN_HOLD_MINUTES } from "../holds.ts";
import { getPaymentDeadline } from "./describe-orders.ts";
import { type CountedLine, type Holder, refuseTooLargeHold, refuseTooManyHolds } from "./limit-holds.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { orderHold, type OrderRow } from "./tables.ts";

type Hold = typeof orderHold.$inferSelect;

interface Wanted {
  account: HeldAccount;
  lines: readonly OrderedLine[];
  /** As `holdStock` found and locked them: orders of the same goods pass here one by one. */
  states: StockStates;
  ip: string;
}

/**
 * The counted goods that an unpaid order is going to hold, and until when it may be paid: an unproven mailbox has less
 * time. Refuses more than one account or address may keep from the others (T35).
 */
export async function planHolds(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { account, lines, states, ip }: Wanted,
) {
  const counted = findCounted(lines, states);
  if (counted.length === 0) return { holds: [], payUntil: null };
  const address = account.hasProvenMailbox ? null : hashAddress(context, ip);
  const holders: Holder[] = [{ kind: "account", which: eq(orderHold.accountId, account.id) }];
  if (address !== null) holders.push({ kind: "address", which: eq(orderHold.address, address) });
  for (const holder of holders) {
    const refused =
      (await refuseTooManyHolds(context, tx, holder)) ??
      (await refuseTooLargeHold(context, tx, holder, counted));
    if (isRefused(refused)) return refused;
  }
  const scarce = counted.some(({ quantity, available }) => isScarce(quantity, available));
  return {
    holds: counted.map(({ productId, quantity }): Hold => ({
      orderId: order.id,
      productId,
      quantity,
      accountId: account.id,
      address,
      heldAt: context.now(),
    })),
    payUntil: account.hasProvenMailbox || !scarce ? null : shortenPaymentTime(context, order),
  };
}

/** Writes down what `planHolds` has allowed. */
export const insertHolds = defineInsert(orderHold);

const findCounted = (lines: readonly OrderedLine[], states: StockStates): CountedLine[] =>
  lines.flatMap(({ productId, quantity }) => {
    const { onHand = null, reserved = 0 } = states.get(productId) ?? {};
    return onHand === null ? [] : [{ productId, quantity, available: onHand - reserved }];
  });

function hashAddress(context: Context, ip: string): string | null {
  const key = getAddressKey("holds", ip, context.config);
  return key && computeMac(context, key).toString("base64url");
}

/** Null where the usual time is as short. */
function shortenPaymentTime(context: Context, order: OrderRow): Date | null {
  const payUntil = new Date(order.createdAt.getTime() + UNPROVEN_HOLD_MINUTES * MINUTE);
  return payUntil < getPaymentDeadline(context, order) ? payUntil : null;
}
