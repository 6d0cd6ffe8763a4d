import { eq } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { HeldAccount } from "#shop/accounts/server/index.ts";
import type { StockStates } from "#shop/inventory/server/index.ts";
import { getNetworkKey } from "#platform/limits/address-limit.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { computeMac } from "#platform/config/secret.ts";
import { defineInsert } from "#platform/database/statement.ts";
import { getHoldMinutes, type HolderKind, isScarce } from "../holds.ts";
import {
  type CountedLine,
  type Holder,
  type LimitedLine,
  limitLines,
  refuseTooLargeHold,
  refuseTooManyHolds,
} from "./limit-holds.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { orderHold, type OrderRow } from "#shop/orders/server/index.ts";

type Hold = typeof orderHold.$inferSelect;

interface Wanted {
  account: HeldAccount;
  lines: readonly OrderedLine[];
  /** As `holdStock` found and locked them: orders of the same goods pass here one by one. */
  states: StockStates;
  ip: string;
}

/**
 * The counted goods that an unpaid order is going to hold, and until when it may be paid where that is not the usual time.
 * Refuses more than its account, its network or all unproven accounts together may keep from the others (T35).
 */
export async function planHolds(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { account, lines, states, ip }: Wanted,
) {
  const counted = findCounted(lines, states);
  if (counted.length === 0) return { holds: [], payUntil: null };
  const { hasProvenMailbox } = account;
  const address = hasProvenMailbox ? null : hashNetwork(context, ip);
  const limited: LimitedLine[] = [];
  for (const holder of listHolders(account, address)) {
    const tooMany = await refuseTooManyHolds(context, tx, holder);
    if (tooMany) return tooMany;
    const limits = await limitLines(context, tx, holder, counted);
    const tooLarge = refuseTooLargeHold(limits);
    if (tooLarge) return tooLarge;
    limited.push(...limits);
  }
  const lapsed = limited
    .filter(({ quantity, available }) => isScarce(quantity, available))
    .map((line): [HolderKind, number] => [line.kind, line.lapsed]);
  const minutes = getHoldMinutes(context.config.paymentTimeoutMinutes, { hasProvenMailbox, lapsed });
  return {
    holds: counted.map(({ productId, quantity }): Hold => ({
      orderId: order.id,
      productId,
      quantity,
      accountId: account.id,
      address,
      heldAt: context.now(),
      unproven: !hasProvenMailbox,
    })),
    payUntil:
      minutes < context.config.paymentTimeoutMinutes
        ? new Date(order.createdAt.getTime() + minutes * MINUTE)
        : null,
  };
}

/** Who an order counts for, the narrowest first: it says best why one is refused. */
function listHolders({ id, hasProvenMailbox }: HeldAccount, address: string | null): Holder[] {
  const holders: Holder[] = [{ kind: "account", which: eq(orderHold.accountId, id) }];
  if (address !== null) holders.push({ kind: "address", which: eq(orderHold.address, address) });
  if (!hasProvenMailbox) holders.push({ kind: "unproven", which: eq(orderHold.unproven, true) });
  return holders;
}

/** Writes down what `planHolds` has allowed. */
export const insertHolds = defineInsert(orderHold);

const findCounted = (lines: readonly OrderedLine[], states: StockStates): CountedLine[] =>
  lines.flatMap(({ productId, quantity }) => {
    const { onHand = null, reserved = 0 } = states.get(productId) ?? {};
    return onHand === null ? [] : [{ productId, quantity, available: onHand - reserved }];
  });

function hashNetwork(context: Context, ip: string): string | null {
  const key = getNetworkKey("holds", ip, context.config);
  return key && computeMac(context, key).toString("base64url");
}
