import { formatRupees, fromRupees, type Paise } from "#contract/money.ts";
import { isPinCode } from "#shop/addresses/pin-codes.ts";
import type { CashRule } from "#shop/policies/rules.ts";

type CashRefusal = "off" | "too-much" | "gift" | "pin";

/** Returns why an order cannot be paid in cash on delivery; null if it can. `payable` is in paise, `upTo` in rupees. */
export function findCashRefusal(
  rule: CashRule | undefined,
  { payable, zipCode, isGift }: { payable: Paise; zipCode: string; isGift: boolean },
): CashRefusal | null {
  if (!rule) return "off";
  if (payable > (fromRupees(rule.upTo) ?? 0)) return "too-much";
  if (isGift) return "gift";
  return isPinCode(zipCode) && isAmong(rule.onlyPins, zipCode, true) && !isAmong(rule.notPins, zipCode, false)
    ? null
    : "pin";
}

const isAmong = (pins: readonly string[] | undefined, zipCode: string, fallback: boolean): boolean =>
  pins ? pins.some((pin) => zipCode.startsWith(pin)) : fallback;

export const describeCashRefusal = (refusal: CashRefusal, rule: CashRule | undefined): string =>
  ({
    off: "Cash on delivery is not available. Please pay online.",
    "too-much": `Cash on delivery is available up to ${formatRupees(fromRupees(rule?.upTo ?? 0) ?? 0)}. Please pay this order online.`,
    gift: "Cash on delivery is not available for gifts. Please pay online.",
    pin: "Cash on delivery is not available at this PIN. Please pay online.",
  })[refusal];

export const cashMessages = {
  title: "Pay in cash when it arrives",
  hint: "We'll e-mail you a link to confirm the order. Then we start packing.",
  toConfirm: "Please confirm your order with the link in our e-mail.",
} as const;
