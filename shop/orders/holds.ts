import { DAY, HOUR, MINUTE } from "#contract/time.ts";

// How long an order reserves its pieces unpaid, and how many, so that it does not block them for everybody else (T35).

/** Minutes to pay an order online; `PAYMENT_TIMEOUT_MINUTES` changes them (D60). */
export const ONLINE_PAYMENT_MINUTES = 60;

/** Minutes to confirm a cash order. */
const CASH_CONFIRM_MINUTES = DAY / MINUTE;

interface PaymentConfig {
  config: { paymentTimeoutMinutes: number };
}

/** Returns the minutes to pay or confirm an order without scarce products. */
export const getPaymentTimeoutMinutes = ({ config }: PaymentConfig, order: { cash: boolean }): number =>
  order.cash ? CASH_CONFIRM_MINUTES : config.paymentTimeoutMinutes;

/**
 * Returns when an unpaid order expires (D60). `payUntil` is its own deadline: of a phone or cash order, or earlier for
 * scarce products (T35) and tax changes.
 */
export const getPaymentDeadline = (
  context: PaymentConfig,
  order: { createdAt: Date; payUntil: Date | null; cash: boolean },
): Date =>
  order.payUntil ?? new Date(order.createdAt.getTime() + getPaymentTimeoutMinutes(context, order) * MINUTE);

/** Minutes for which an order of an unverified customer reserves scarce products. */
export const UNVERIFIED_HOLD_MINUTES = 15;

/** Minutes for which an order of a verified customer without a paid order reserves scarce products. */
const NEWCOMER_HOLD_MINUTES = 60;

/** Minimum time to pay in minutes, even after many expired orders. */
const SHORTEST_HOLD_MINUTES = 5;

/**
 * The share of the available stock from which an order makes a product scarce. Smaller orders do not block other
 * buyers, so they have the usual time to pay (D60).
 */
const SCARCE_SHARE = 1 / 10;

export const isScarce = (quantity: number, available: number): boolean =>
  quantity >= available * SCARCE_SHARE;

/** Time in ms for which an expired order counts against its customer. */
export const EXPIRED_REMEMBERED_MS = 24 * HOUR;

/**
 * The groups whose unpaid orders are counted together. Each order counts for its account. If the account has no paid
 * order, the order also counts for its network, and for its mail domain or, without a verified e-mail address, for all
 * unverified accounts together.
 */
export type HolderKind = "account" | "address" | "domain" | "unverified";

interface HoldRule {
  /** Maximum number of unpaid orders of counted products within an hour. */
  perHour: number;
  /** Maximum share of the available stock that unpaid orders can reserve. */
  share: number;
  /** Each multiple of this number of expired orders of a product halves the time to pay and the permitted quantity. */
  expiriesToHalve: number;
  /** Number of expired orders after which the group cannot reserve the product for a day. */
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
  unverified: { perHour: Infinity, share: 4 / 5, expiriesToHalve: 6, mostExpiries: Infinity },
};

export const getHoldsPerHour = (kind: HolderKind): number => rules[kind].perHour;

/** True if the group cannot reserve a product of which `expired` orders expired within a day. */
export const hasExpiredTooOften = (kind: HolderKind, expired: number): boolean =>
  expired >= rules[kind].mostExpiries;

const countHalvings = (kind: HolderKind, expired: number): number =>
  Math.floor(expired / rules[kind].expiriesToHalve);

/**
 * Returns the maximum number of pieces that a group can reserve without paying. `left` is the stock that nobody else
 * has reserved or bought; `expired` is the group's number of orders of the product that expired within a day. The
 * minimum is two pieces, and one after expired orders. After twelve expired orders, unverified accounts have no
 * minimum, so the last piece requires a verified e-mail address.
 */
export function getLargestHold(
  kind: HolderKind,
  { left, expired }: { left: number; expired: number },
): number {
  if (hasExpiredTooOften(kind, expired)) return 0;
  const { share } = rules[kind];
  const halvings = kind === "domain" ? 0 : countHalvings(kind, expired);
  const [maximum, minimum] =
    kind === "unverified"
      ? [left * share, Math.max(0, 2 - halvings)]
      : [(left * share) / 2 ** halvings, halvings === 0 ? 2 : 1];
  return Math.min(left, Math.max(minimum, Math.floor(maximum)));
}

/** `paid` after a paid order, `verified` with a verified e-mail address. */
export type TrustLevel = "paid" | "verified" | "unverified";

const firstMinutes: Record<TrustLevel, number> = {
  paid: Infinity,
  verified: NEWCOMER_HOLD_MINUTES,
  unverified: UNVERIFIED_HOLD_MINUTES,
};

/**
 * Returns the time to pay in minutes. `paymentTimeoutMinutes` is the time without scarce products (D60). `expired`
 * contains the number of expired orders for each scarce product and group.
 */
export function getHoldMinutes(
  paymentTimeoutMinutes: number,
  { trust, expired }: { trust: TrustLevel; expired: readonly [HolderKind, number][] },
): number {
  if (expired.length === 0) return paymentTimeoutMinutes;
  const first = Math.min(paymentTimeoutMinutes, firstMinutes[trust]);
  const halvings = Math.max(...expired.map(([kind, times]) => countHalvings(kind, times)));
  return Math.max(Math.min(first, SHORTEST_HOLD_MINUTES), Math.floor(first / 2 ** halvings));
}

/** Orders of one customer, orders from one IP address, or orders of many customers. */
export const expiryPatterns = ["customer", "address", "many"] as const;
export type ExpiryPattern = (typeof expiryPatterns)[number];

/** The number of a product's expired orders within a day at which the owner is notified. */
export const SUSPICIOUS_EXPIRIES: Record<ExpiryPattern, number> = { customer: 3, address: 6, many: 12 };

const patternTexts: Record<ExpiryPattern, string> = {
  customer: "of one customer",
  address: "of new customers at one network address",
  many: "of several customers",
};

/** Returns `3 orders of this product, of one customer, expired unpaid within 24 hours. Somebody may be …` */
export const formatExpiries = (pattern: ExpiryPattern, expired: number): string =>
  `${expired} orders of this product, ${patternTexts[pattern]}, expired unpaid within ${EXPIRED_REMEMBERED_MS / HOUR} hours. Somebody may be blocking its pieces on purpose`;

export const HELD_BACK_REMEDY =
  "Look at the cancelled and pending orders to see who placed them. Cancel an unpaid order to put its pieces back in stock";

/** Returns the registered domain, because subdomains are free. Under a suffix such as `co.in`, it has three parts. */
export function findMailDomain(email: string): string {
  const parts = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const isShared = (parts.at(-1) ?? "").length === 2 && (parts.at(-2) ?? "").length <= 3;
  return parts.slice(isShared ? -3 : -2).join(".");
}
