import { HOUR } from "#contract/time.ts";

// Reservations of counted goods by unpaid orders (T35): a customer who does not pay must not block everyone else.

/** Time in minutes for which an unpaid order reserves scarce goods for an unverified mailbox. */
export const UNPROVEN_HOLD_MINUTES = 15;

/**
 * Time in minutes for which a customer without a paid order can reserve scarce goods before confirming a cash order.
 */
const NEWCOMER_HOLD_MINUTES = 60;

/** Minimum time to pay, in minutes. */
const SHORTEST_HOLD_MINUTES = 5;

/**
 * An order for a smaller share of the available stock does not block other buyers, so it has the usual time to pay
 * (D60).
 */
const SCARCE_SHARE = 1 / 10;

/** True if this share of the stock is scarce. */
export const isScarce = (quantity: number, available: number): boolean =>
  quantity >= available * SCARCE_SHARE;

/** Time in ms for which expired unpaid orders count. */
export const EXPIRED_REMEMBERED_MS = 24 * HOUR;

/**
 * The holders an unpaid order counts for: its account; until an order of the account is paid also its network, and with it
 * the mail domain of a proven mailbox or all unproven accounts together.
 */
export type HolderKind = "account" | "address" | "domain" | "unproven";

interface HoldRule {
  /** Maximum number of unpaid orders of counted goods in an hour. */
  perHour: number;
  /** Maximum share of the available stock that can be reserved without paying. */
  share: number;
  /** The number of expired orders of the same goods that halves the time to pay, and the pieces a holder may keep. */
  expiriesToHalve: number;
  /** Number of expired orders after which the goods are blocked for a day. */
  mostExpiries: number;
}

/**
 * An IP address may be shared by a town behind one mobile network, so it gets a larger share (D89). The share of all
 * unverified accounts is not halved and does not end, because a few who let orders expire on purpose would exclude
 * every new customer. A mail domain may be a large provider, so its orders only get less time.
 */
const rules: Record<HolderKind, HoldRule> = {
  account: { perHour: 6, share: 1 / 2, expiriesToHalve: 1, mostExpiries: 3 },
  address: { perHour: 20, share: 3 / 4, expiriesToHalve: 3, mostExpiries: 9 },
  domain: { perHour: Infinity, share: 3 / 4, expiriesToHalve: 6, mostExpiries: Infinity },
  unproven: { perHour: Infinity, share: 4 / 5, expiriesToHalve: 6, mostExpiries: Infinity },
};

export const getHoldsPerHour = (kind: HolderKind): number => rules[kind].perHour;

/** True if a holder has let so many orders of these goods expire that it gets no more for now. */
export const hasExpiredTooOften = (kind: HolderKind, expired: number): boolean =>
  expired >= rules[kind].mostExpiries;

const countHalvings = (kind: HolderKind, expired: number): number =>
  Math.floor(expired / rules[kind].expiriesToHalve);

/**
 * Returns the maximum number of pieces that a holder can reserve unpaid. `left` is the stock that nobody else has
 * reserved or bought; `expired` is the number of its orders of the same goods that expired within a day. A pair is
 * always allowed at first, and the last piece at any time; after unverified accounts have let twelve orders expire, the
 * last piece requires a verified mailbox.
 */
export function getLargestHold(
  kind: HolderKind,
  { left, expired }: { left: number; expired: number },
): number {
  if (hasExpiredTooOften(kind, expired)) return 0;
  const { share } = rules[kind];
  const halvings = kind === "domain" ? 0 : countHalvings(kind, expired);
  const [maximum, minimum] =
    kind === "unproven"
      ? [left * share, Math.max(0, 2 - halvings)]
      : [(left * share) / 2 ** halvings, halvings === 0 ? 2 : 1];
  return Math.min(left, Math.max(minimum, Math.floor(maximum)));
}

/** The trust in a customer: has paid an order, has a verified mailbox, or neither. */
export type Trust = "paid" | "proven" | "unproven";

const firstMinutes: Record<Trust, number> = {
  paid: Infinity,
  proven: NEWCOMER_HOLD_MINUTES,
  unproven: UNPROVEN_HOLD_MINUTES,
};

/**
 * Returns for how many minutes an unpaid order can reserve counted goods. `standardMinutes` is the time of other orders (D60);
 * `expired` is the number of orders with the same scarce goods that each of its holders let expire within a day.
 */
export function getHoldMinutes(
  standardMinutes: number,
  { trust, expired }: { trust: Trust; expired: readonly [HolderKind, number][] },
): number {
  if (expired.length === 0) return standardMinutes;
  const first = Math.min(standardMinutes, firstMinutes[trust]);
  const halvings = Math.max(...expired.map(([kind, times]) => countHalvings(kind, times)));
  return Math.max(Math.min(first, SHORTEST_HOLD_MINUTES), Math.floor(first / 2 ** halvings));
}

/** The common origin of expired orders of the same goods, as far as known. */
export const expiryPatterns = ["customer", "address", "many"] as const;
export type ExpiryPattern = (typeof expiryPatterns)[number];

/** Numbers of expired orders of the same goods within a day that are suspicious, so the owner is notified. */
export const SUSPICIOUS_EXPIRIES: Record<ExpiryPattern, number> = { customer: 3, address: 6, many: 12 };

const behind: Record<ExpiryPattern, string> = {
  customer: "of one customer",
  address: "of new customers at one network address",
  many: "of several customers",
};

/** `3 orders of it, of one customer, expired unpaid within 24 hours: its pieces may be held back on purpose` */
export const formatExpiries = (pattern: ExpiryPattern, expired: number): string =>
  `${expired} orders of this product, ${behind[pattern]}, expired unpaid within ${EXPIRED_REMEMBERED_MS / HOUR} hours. Somebody may be blocking its pieces on purpose`;

/** The commands that help the owner. */
export const HELD_BACK_REMEDY =
  "Look at the cancelled and pending orders to see who placed them. Cancel an unpaid order to put its pieces back in stock";

/**
 * The domain of an e-mail address that has one owner: `a.shop.example` and `b.shop.example` count as one, because
 * subdomains are free. Under a short suffix such as `co.in` it has three parts.
 */
export function findMailDomain(email: string): string {
  const parts = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const isShared = (parts.at(-1) ?? "").length === 2 && (parts.at(-2) ?? "").length <= 3;
  return parts.slice(isShared ? -3 : -2).join(".");
}
