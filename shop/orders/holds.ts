import { DAY, HOUR, MINUTE } from "#contract/time.ts";

// These limits for unpaid orders keep an attacker from blocking the stock (T35).

/** Minutes to pay an order online, unless the setting `PAYMENT_TIMEOUT_MINUTES` changes them (D60). */
export const ONLINE_PAYMENT_MINUTES = 60;

const CASH_CONFIRM_MINUTES = DAY / MINUTE;

interface PaymentConfig {
  config: { paymentTimeoutMinutes: number };
}

/** Returns the minutes to pay or confirm an order that contains no scarce product. */
export const getPaymentTimeoutMinutes = ({ config }: PaymentConfig, order: { cash: boolean }): number =>
  order.cash ? CASH_CONFIRM_MINUTES : config.paymentTimeoutMinutes;

/**
 * Returns the time when an unpaid order expires (D60). `payUntil` overrides the usual deadline. Phone orders, cash
 * orders, orders of scarce products (T35) and orders shortly before a change of tax rates have it.
 */
export const getPaymentDeadline = (
  context: PaymentConfig,
  order: { createdAt: Date; payUntil: Date | null; cash: boolean },
): Date =>
  order.payUntil ?? new Date(order.createdAt.getTime() + getPaymentTimeoutMinutes(context, order) * MINUTE);

/** The number of minutes that a customer with an unverified e-mail address reserves scarce products. */
export const UNVERIFIED_HOLD_MINUTES = 15;

/** The number of minutes that a customer with a verified e-mail address but no paid order reserves scarce products. */
const NEWCOMER_HOLD_MINUTES = 60;

const SHORTEST_HOLD_MINUTES = 5;

/**
 * A product is scarce if an order contains at least this share of its stock. The time to pay may then be shorter (D60).
 */
const SCARCE_SHARE = 1 / 10;

export const isScarce = (quantity: number, available: number): boolean =>
  quantity >= available * SCARCE_SHARE;

/** The time in ms for which an expired order counts towards the limits of its customer. */
export const EXPIRED_REMEMBERED_MS = 24 * HOUR;

/**
 * The groups for which unpaid orders are counted: each account and, until it has a paid order, its IP address
 * (`address`) and the `domain` of a verified e-mail address. Accounts with an unverified e-mail address are one more
 * group.
 */
export type HolderKind = "account" | "address" | "domain" | "unverified";

interface HoldRule {
  perHour: number;
  share: number;
  /**
   * Each time this many orders of a product have expired, the time to pay is halved. For `account` and `address`, the
   * permitted quantity is halved too.
   */
  expiriesToHalve: number;
  mostExpiries: number;
}

/**
 * The limits for the unpaid orders of each group. `share` is the part of the remaining stock that a group can reserve.
 * It is larger for an IP address than for an account, because customers of a mobile network share an address (D89).
 * Expired orders do not reduce the share of `unverified` customers; otherwise a few attackers could exclude all new
 * customers. Expired orders of a mail domain only shorten the time to pay, because many people may use the domain.
 */
const rules: Record<HolderKind, HoldRule> = {
  account: { perHour: 6, share: 1 / 2, expiriesToHalve: 1, mostExpiries: 3 },
  address: { perHour: 20, share: 3 / 4, expiriesToHalve: 3, mostExpiries: 9 },
  domain: { perHour: Infinity, share: 3 / 4, expiriesToHalve: 6, mostExpiries: Infinity },
  unverified: { perHour: Infinity, share: 4 / 5, expiriesToHalve: 6, mostExpiries: Infinity },
};

export const getHoldsPerHour = (kind: HolderKind): number => rules[kind].perHour;

/** True if a group cannot reserve a product, because too many of its orders of the product `expired` within a day. */
export const hasExpiredTooOften = (kind: HolderKind, expired: number): boolean =>
  expired >= rules[kind].mostExpiries;

const countHalvings = (kind: HolderKind, expired: number): number =>
  Math.floor(expired / rules[kind].expiriesToHalve);

/**
 * Returns how many pieces of a product a group of customers (`kind`) can reserve in total without paying. `left` is the
 * stock that is neither sold nor reserved by others. After many expired orders of `unverified` customers, only
 * customers with a verified e-mail address can reserve the last piece.
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

export type TrustLevel = "paid" | "verified" | "unverified";

const firstMinutes: Record<TrustLevel, number> = {
  paid: Infinity,
  verified: NEWCOMER_HOLD_MINUTES,
  unverified: UNVERIFIED_HOLD_MINUTES,
};

/**
 * Returns the time to pay in minutes. `expired` contains the number of expired orders for each scarce product and
 * group. For an order without scarce products, `paymentTimeoutMinutes` applies (D60).
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

export const expiryPatterns = ["customer", "address", "many"] as const;
export type ExpiryPattern = (typeof expiryPatterns)[number];

/** If this many orders of a product expire within a day, the owner receives a warning. */
export const SUSPICIOUS_EXPIRIES: Record<ExpiryPattern, number> = { customer: 3, address: 6, many: 12 };

const patternTexts: Record<ExpiryPattern, string> = {
  customer: "placed by one customer",
  address: "placed by new customers from one network address",
  many: "placed by several customers",
};

export const formatExpiries = (pattern: ExpiryPattern, expired: number): string =>
  `${expired} orders of this product, ${patternTexts[pattern]}, expired unpaid within ${EXPIRED_REMEMBERED_MS / HOUR} hours. Somebody may be blocking its pieces on purpose`;

export const HELD_BACK_REMEDY =
  "Look at the cancelled and unpaid orders to see who placed them. Cancel an unpaid order to put its pieces back in stock";

/**
 * For each top-level domain, the names below it under which domains are registered. `co` is listed for `in`, so the
 * registered domain of `mail.shop.co.in` is `shop.co.in`. Without a listed name, it is the last two parts: `x.in`,
 * `or.de`.
 */
const SHARED_NAMES = new Map(
  Object.entries({
    ae: "ac co gov net org sch",
    ar: "com edu gob net org",
    at: "ac co gv or",
    au: "asn com edu gov id net org",
    bd: "ac com edu gov net org",
    br: "com edu gov net org",
    cn: "ac com edu gov net org",
    co: "com edu gov net nom org",
    es: "com edu gob nom org",
    hk: "com edu gov idv net org",
    id: "ac biz co desa go my net or sch web",
    il: "ac co gov net org",
    in:
      "5g 6g ac ai am bihar biz business ca cn co com coop cs delhi dr edu er ernet firm gen gov gujarat ind info int " +
      "internet io me mil net nic org pg post pro res travel tv uk up us",
    jp: "ac ad co ed go gr lg ne or",
    ke: "ac co go info me ne or sc",
    kr: "ac co go ne or pe re",
    lk: "ac com edu gov net org sch",
    mx: "com edu gob net org",
    my: "com edu gov name net org",
    ng: "com edu gov net org",
    np: "com edu gov info net org",
    nz: "ac co geek gen govt iwi kiwi maori net org school",
    ph: "com edu gov net org",
    pk: "com edu fam gov net org web",
    pl: "biz com edu gov info net org",
    sa: "com edu gov med net org pub sch",
    sg: "com edu gov net org per",
    th: "ac co go in mi net or",
    tr: "com edu gen gov info net org web",
    tw: "com edu gov idv net org",
    uk: "ac co gov ltd me net nhs org plc police sch",
    za: "ac co gov net nom org school web",
  }).map(([ending, names]) => [ending, new Set(names.split(" "))]),
);

/** Returns the probable registered domain, such as `shop.co.in`, because anybody can create subdomains for free. */
export function findMailDomain(email: string): string {
  const parts = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const isShared = SHARED_NAMES.get(parts.at(-1) ?? "")?.has(parts.at(-2) ?? "") === true;
  return parts.slice(isShared ? -3 : -2).join(".");
}
