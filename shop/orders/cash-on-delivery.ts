import { formatRupees, fromRupees, type Paise } from "#contract/money.ts";
import { isPinCode } from "#shop/addresses/pin-codes.ts";
import type { CashRule } from "#shop/policies/rules.ts";

/** What the rule asks of an order. */
interface CashFacts {
  /** The sum to pay. */
  payable: Paise;
  zipCode: string;
  isGift: boolean;
}

type CashRefusal = "off" | "too-much" | "gift" | "pin";

/** Why an order cannot be paid in cash when it arrives; null when it can. */
export function findCashRefusal(
  rule: CashRule | undefined,
  { payable, zipCode, isGift }: CashFacts,
): CashRefusal | null {
  if (!rule) return "off";
  if (payable > (fromRupees(rule.upTo) ?? 0)) return "too-much";
  if (isGift) return "gift";
  return isPinCode(zipCode) && isAmong(rule.onlyPins, zipCode, true) && !isAmong(rule.notPins, zipCode, false)
    ? null
    : "pin";
}

const isAmong = (pins: readonly string[] | undefined, zipCode: string, otherwise: boolean): boolean =>
  pins ? pins.some((pin) => zipCode.startsWith(pin)) : otherwise;

/** The refusal in words, at the checkout as at the server. */
export const describeCashRefusal = (refusal: CashRefusal, rule: CashRule | undefined): string =>
  ({
    off: "Orders are paid when they are placed. Please pay this one online.",
    "too-much": `You can pay up to ${formatRupees(fromRupees(rule?.upTo ?? 0) ?? 0)} in cash when it arrives. Please pay this order online.`,
    gift: "A gift cannot be paid in cash when it arrives. Please pay it online.",
    pin: "Our courier collects no cash at this PIN code. Please pay online.",
  })[refusal];

export const cashMessages = {
  title: "Pay in cash when it arrives",
  hint: "We mail you a link. Please confirm the order with it; then we pack it.",
  toConfirm: "Now confirm it with the link in our mail.",
} as const;
