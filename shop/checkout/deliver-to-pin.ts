import { formatRupees, fromRupees } from "#contract/money.ts";
import { isPinCode, listStatesOfPin, NO_PIN } from "#shop/addresses/pin-codes.ts";
import { listDeliveredStates } from "#shop/addresses/delivery-area.ts";
import { findCashRefusal } from "#shop/orders/cash-on-delivery.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";

/** Describes whether the shop delivers to a PIN, and up to which amount it accepts cash on delivery there. */
export function describeDeliveryTo(pin: string, { deliverTo, cashOnDelivery }: ChangedRules = {}): string {
  if (!isPinCode(pin)) return NO_PIN;
  const states = listStatesOfPin(pin);
  if (states.length === 0) return `We don't know PIN ${pin}. Please check it.`;
  const delivered = listDeliveredStates(deliverTo);
  if (!states.some((state) => delivered.includes(state)))
    return `We don't deliver to ${pin} yet. Please write to us, and we will find a way.`;
  const cashInput = { payable: 0, zipCode: pin, isGift: false };
  return cashOnDelivery && findCashRefusal(cashOnDelivery, cashInput) === null
    ? `We deliver to ${pin}. Cash on delivery up to ${formatRupees(fromRupees(cashOnDelivery.upTo) ?? 0)}.`
    : `We deliver to ${pin}. Pay online by card or UPI.`;
}
