import * as v from "valibot";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { type ShippingAddress, shippingAddressSchema } from "./checkout-fields.ts";
import { findPlaceOfSupply, formatPlaceOfSupply } from "./place-of-supply.ts";
import type { OrderStatus } from "./status.ts";

/** What of an address can be corrected; what is undefined stays. */
export interface AddressChanges {
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
  phoneNumber?: string | undefined;
}

/** What the rule looks at. */
interface CorrectableOrder {
  orderId: string;
  status: OrderStatus;
  dispatchedAt: Date | null;
}

/** Why the address of an order can no longer be corrected; null while its parcel has not left. */
export function describeCorrectionRefusal({
  orderId,
  status,
  dispatchedAt,
}: CorrectableOrder): string | null {
  if (status === "Cancelled") return `${orderId} is cancelled: nothing is sent.`;
  if (status === "Delivered") return `${orderId} has arrived already, so its address stays.`;
  if (dispatchedAt !== null)
    return `${orderId} is on its way: its address cannot be corrected any more. Ask its courier.`;
  return null;
}

/**
 * The address with what was corrected, by the checkout's own rules, or what is wrong with it. What was delivered to
 * another state is another supply: an invoice that was given cannot follow it there.
 */
export function correctAddress(
  orderId: string,
  before: ShippingAddress,
  changes: AddressChanges,
  isInvoiced: boolean,
): { address: ShippingAddress } | { refusal: string } {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const read = v.safeParse(shippingAddressSchema, { ...before, ...given });
  if (!read.success) return { refusal: read.issues[0].message };
  const state = changes.state === undefined ? null : findIndianState(read.output.state);
  if (changes.state !== undefined && state === null) return { refusal: describeWrongState(changes.state) };
  const address = { ...read.output, ...(state && { state: state.name }) };
  if (address.phoneNumber === "") return { refusal: "The courier needs a phone number with 10 digits." };
  const [from, to] = [findPlaceOfSupply(before), findPlaceOfSupply(address)];
  if (isInvoiced && from.code !== to.code)
    return {
      refusal: `The invoice of ${orderId} is for ${formatPlaceOfSupply(from)}, and its tax depends on that. Cancel the order (orders cancel ${orderId}) and have it placed again.`,
    };
  return { address };
}

/** Of a state that the owner has typed. */
export const describeWrongState = (typed: string): string =>
  `'${typed}' is no state of India. Write it like Maharashtra.`;

/** What was corrected, without the street or the whole number: `street, PIN 411001 → 411002, phone …10 → …11`. */
export function describeCorrection(before: ShippingAddress, after: ShippingAddress): string {
  const change = (name: string, from: string, to: string) => (from === to ? [] : [`${name} ${from} → ${to}`]);
  return [
    ...(before.street === after.street ? [] : ["street"]),
    ...change("city", before.city, after.city),
    ...change("state", before.state, after.state),
    ...change("PIN", before.zipCode || "none", after.zipCode || "none"),
    ...(before.phoneNumber === after.phoneNumber
      ? []
      : [`phone ${maskNumber(before.phoneNumber)} → ${maskNumber(after.phoneNumber)}`]),
  ].join(", ");
}

const maskNumber = (phoneNumber: string): string => `…${phoneNumber.slice(-2)}`;
