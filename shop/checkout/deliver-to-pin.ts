import { formatRupees, fromRupees } from "#contract/money.ts";
import { isPinCode, listStatesOfPin, NO_PIN } from "#shop/addresses/pin-codes.ts";
import { listDeliveredStates } from "#shop/addresses/delivery-area.ts";
import { findCashRefusal } from "#shop/orders/cash-on-delivery.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";

/** Describes whether the shop delivers to a PIN, and up to which amount it accepts cash on delivery there. */
export function describeDeliveryTo(pin: string, { deliverTo, cashOnDelivery }: ChangedRules = {}) {
  if (!isPinCode(pin)) return { text: NO_PIN, isRefused: false };
  const states = listStatesOfPin(pin);
  if (states.length === 0) return { text: `We don't know PIN ${pin}. Please check it.`, isRefused: false };
  const delivered = listDeliveredStates(deliverTo);
  if (!states.some((state) => delivered.includes(state)))
    return {
      text: `We don't deliver to ${pin} yet. Write to us, and we will find a way and a date.`,
      isRefused: true,
    };
  const cashInput = { payable: 0, zipCode: pin, isGift: false };
  const payment =
    cashOnDelivery && findCashRefusal(cashOnDelivery, cashInput) === null
      ? `Cash on delivery up to ${formatRupees(fromRupees(cashOnDelivery.upTo) ?? 0)}.`
      : "Pay online by card or UPI.";
  return { text: `We deliver to ${pin}. ${payment}`, isRefused: false };
}
