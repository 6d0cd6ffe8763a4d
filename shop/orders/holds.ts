import { HOUR } from "#contract/time.ts";

// Counted goods that unpaid orders hold (T35): a customer who does not pay must not block everyone else.

/** How long an unpaid order holds counted goods for a mailbox that was never proven, in minutes. */
export const UNPROVEN_HOLD_MINUTES = 15;

/** An order that takes a smaller part of what is left keeps no one from buying: it has the usual time (D60). */
const SCARCE_SHARE = 1 / 10;

/** Whether so many of the pieces that are left are worth hurrying for. */
export const isScarce = (quantity: number, left: number): boolean => quantity >= left * SCARCE_SHARE;

/** How far back orders that lapsed unpaid are remembered. */
export const LAPSED_REMEMBERED_MS = 24 * HOUR;

/** How many unpaid orders of counted goods an account, or the unproven accounts of an address, may start in an hour. */
export const HOLDS_PER_HOUR = { account: 6, address: 20 } as const;

export type HolderKind = keyof typeof HOLDS_PER_HOUR;

interface HoldRule {
  /** The part of what is left that one holder may keep without paying. */
  share: number;
  /** With each of so many lapsed orders of the same goods that part is halved. */
  lapsesToHalve: number;
  /** After so many they have to be left to others for a day. */
  mostLapses: number;
}

/** An address may be that of a whole town behind one mobile network, so it is given more (D89). */
const rules: Record<HolderKind, HoldRule> = {
  account: { share: 1 / 2, lapsesToHalve: 1, mostLapses: 3 },
  address: { share: 3 / 4, lapsesToHalve: 3, mostLapses: 9 },
};

/** Whether a holder has let orders of these goods lapse so often that no more are given for now. */
export const hasLapsedTooOften = (kind: HolderKind, lapsed: number): boolean =>
  lapsed >= rules[kind].mostLapses;

/**
 * How many pieces a holder may keep unpaid. `left`: all that no one else holds or has bought; `lapsed`: how many of
 * its orders of the same goods lapsed within a day. A pair can always be had at first, the last piece at any time.
 */
export function getLargestHold(kind: HolderKind, { left, lapsed }: { left: number; lapsed: number }): number {
  if (hasLapsedTooOften(kind, lapsed)) return 0;
  const { share, lapsesToHalve } = rules[kind];
  const halvings = Math.floor(lapsed / lapsesToHalve);
  const always = halvings === 0 ? 2 : 1;
  return Math.min(left, Math.max(always, Math.floor((left * share) / 2 ** halvings)));
}

/** Who is behind lapsed orders of the same goods, as far as it can be known. */
export const lapsePatterns = ["customer", "address", "many"] as const;
export type LapsePattern = (typeof lapsePatterns)[number];

/** So many lapsed orders of the same goods within a day are not an accident: the owner is notified. */
export const SUSPICIOUS_LAPSES: Record<LapsePattern, number> = { customer: 3, address: 6, many: 12 };

const behind: Record<LapsePattern, string> = {
  customer: "of one customer",
  address: "of new customers at one network address",
  many: "of several customers",
};

/** `3 orders of it, of one customer, lapsed unpaid within 24 hours: its pieces may be held back on purpose` */
export const describeLapses = (pattern: LapsePattern, lapsed: number): string =>
  `${lapsed} orders of it, ${behind[pattern]}, lapsed unpaid within ${LAPSED_REMEMBERED_MS / HOUR} hours: its pieces may be held back on purpose`;

/** What the owner can do about it. */
export const HELD_BACK_REMEDY =
  "orders list --status Cancelled, and --status Pending, show whose; orders set-status <orderId> Cancelled frees an unpaid order's pieces";
