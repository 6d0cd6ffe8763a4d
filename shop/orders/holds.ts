import { HOUR } from "#contract/time.ts";

// Rules for stock that unpaid orders reserve (T35). Customers who do not pay must not block the stock for everybody
// else.

/**
 * Time in minutes for which an unpaid order reserves scarce products if the customer's e-mail address is not verified.
 */
export const UNPROVEN_HOLD_MINUTES = 15;

/**
 * Time in minutes for which an order reserves scarce products if its customer has a verified e-mail address but no paid
 * order yet.
 */
const NEWCOMER_HOLD_MINUTES = 60;

/** The minimum time to pay in minutes, even after many expired orders. */
const SHORTEST_HOLD_MINUTES = 5;

/**
 * The minimum share of the available stock at which an order makes a product scarce. Smaller orders do not block other
 * buyers, so they have the usual time to pay (D60).
 */
const SCARCE_SHARE = 1 / 10;

/** True if a reservation takes a large share of the available stock. */
export const isScarce = (quantity: number, available: number): boolean =>
  quantity >= available * SCARCE_SHARE;

/** Time in ms for which an expired unpaid order counts against its customer. */
export const EXPIRED_REMEMBERED_MS = 24 * HOUR;

/**
 * The kinds of groups. The shop counts the unpaid orders of each group together. Each order counts for its account. If
 * the account has no paid order yet, its orders also count for its network and for one more group: the mail domain of a
 * verified e-mail address, or else all unverified accounts.
 */
export type HolderKind = "account" | "address" | "domain" | "unproven";

interface HoldRule {
  /** Maximum number of a group's unpaid orders of counted products within an hour. */
  perHour: number;
  /** Maximum share of the available stock that a group's unpaid orders can reserve. */
  share: number;
  /**
   * Number of a product's expired orders that halves the group's time to pay and its permitted quantity. Each multiple
   * of this number halves them again.
   */
  expiriesToHalve: number;
  /** Number of a product's expired orders after which the group cannot reserve the product for a day. */
  mostExpiries: number;
}

/**
 * The limits of each group. IP addresses have a larger share than accounts, because a whole town may use the same
 * address of a mobile network (D89). The share of all unverified accounts is never halved or blocked, because otherwise
 * a few attackers could exclude every new customer. Expired orders of a mail domain shorten only its time to pay,
 * because the domain may be a large provider.
 */
const rules: Record<HolderKind, HoldRule> = {
  account: { perHour: 6, share: 1 / 2, expiriesToHalve: 1, mostExpiries: 3 },
  address: { perHour: 20, share: 3 / 4, expiriesToHalve: 3, mostExpiries: 9 },
  domain: { perHour: Infinity, share: 3 / 4, expiriesToHalve: 6, mostExpiries: Infinity },
  unproven: { perHour: Infinity, share: 4 / 5, expiriesToHalve: 6, mostExpiries: Infinity },
};

export const getHoldsPerHour = (kind: HolderKind): number => rules[kind].perHour;

/**
 * True if a group of this kind cannot reserve a product for now. `expired` is the number of the group's orders of the
 * product that expired within a day.
 */
export const hasExpiredTooOften = (kind: HolderKind, expired: number): boolean =>
  expired >= rules[kind].mostExpiries;

const countHalvings = (kind: HolderKind, expired: number): number =>
  Math.floor(expired / rules[kind].expiriesToHalve);

/**
 * Returns the maximum number of pieces that a group can reserve without paying. `left` is the stock that nobody else
 * has reserved or bought. `expired` is the number of the group's orders of the product that expired within a day. A
 * group without expired orders can reserve at least two pieces; after expired orders, at least one. After twelve
 * expired orders, unverified accounts have no minimum, so the last piece requires a verified e-mail address.
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

/**
 * The shop's trust in a customer: `paid` after a paid order, `proven` with a verified e-mail address, otherwise
 * `unproven`.
 */
export type TrustLevel = "paid" | "proven" | "unproven";

const firstMinutes: Record<TrustLevel, number> = {
  paid: Infinity,
  proven: NEWCOMER_HOLD_MINUTES,
  unproven: UNPROVEN_HOLD_MINUTES,
};

/**
 * Returns an unpaid order's time to pay, in minutes. `standardMinutes` is the time for an order without scarce products
 * (D60). `expired` contains, for each scarce product and group, the number of the group's orders that expired within a
 * day. It is empty if the order has no scarce products.
 */
export function getHoldMinutes(
  standardMinutes: number,
  { trust, expired }: { trust: TrustLevel; expired: readonly [HolderKind, number][] },
): number {
  if (expired.length === 0) return standardMinutes;
  const first = Math.min(standardMinutes, firstMinutes[trust]);
  const halvings = Math.max(...expired.map(([kind, times]) => countHalvings(kind, times)));
  return Math.max(Math.min(first, SHORTEST_HOLD_MINUTES), Math.floor(first / 2 ** halvings));
}

/** The pattern of a product's expired orders: all of one customer, all from one IP address, or of many customers. */
export const expiryPatterns = ["customer", "address", "many"] as const;
export type ExpiryPattern = (typeof expiryPatterns)[number];

/** For each pattern, the number of a product's expired orders within a day that makes the shop notify the owner. */
export const SUSPICIOUS_EXPIRIES: Record<ExpiryPattern, number> = { customer: 3, address: 6, many: 12 };

const behind: Record<ExpiryPattern, string> = {
  customer: "of one customer",
  address: "of new customers at one network address",
  many: "of several customers",
};

/**
 * Returns the warning for the owner: `3 orders of this product, of one customer, expired unpaid within 24 hours.
 * Somebody may be …`
 */
export const formatExpiries = (pattern: ExpiryPattern, expired: number): string =>
  `${expired} orders of this product, ${behind[pattern]}, expired unpaid within ${EXPIRED_REMEMBERED_MS / HOUR} hours. Somebody may be blocking its pieces on purpose`;

/** Advice for the owner when a product may be blocked on purpose. */
export const HELD_BACK_REMEDY =
  "Look at the cancelled and pending orders to see who placed them. Cancel an unpaid order to put its pieces back in stock";

/**
 * Returns the registered domain of an e-mail address. `a.shop.example` and `b.shop.example` count as one domain,
 * because subdomains are free. Under a suffix such as `co.in`, the domain has three parts.
 */
export function findMailDomain(email: string): string {
  const parts = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const isShared = (parts.at(-1) ?? "").length === 2 && (parts.at(-2) ?? "").length <= 3;
  return parts.slice(isShared ? -3 : -2).join(".");
}
