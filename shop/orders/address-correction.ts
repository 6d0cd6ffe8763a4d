import * as v from "valibot";
import { city, requiredPhoneNumber, street } from "#contract/person.ts";
import { addressInput } from "#shop/addresses/address.ts";
import { SHIPPING_COUNTRY } from "#shop/addresses/delivery-area.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { ENTER_PIN, isPinCode } from "#shop/addresses/pin-codes.ts";
import {
  companyInvoiceSchema,
  type ShippingAddress,
  shippingAddressSchema,
} from "#shop/documents/recipient.ts";
import { findPlaceOfSupply, formatPlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import type { TransitionOrder } from "./order-transitions.ts";
import type { ParcelStatus } from "./status.ts";

export type AddressChanges = Partial<
  Record<"street" | "city" | "state" | "zipCode" | "phoneNumber", string | undefined>
>;

type CorrectableOrder = Pick<TransitionOrder, "orderId" | "status" | "dispatchedAt">;

export const deliveryChangeSchema = v.object({
  street,
  city,
  state: addressInput.entries.state,
  zipCode: addressInput.entries.zipCode,
  phoneNumber: requiredPhoneNumber,
  companyInvoice: v.optional(companyInvoiceSchema),
});

export type DeliveryChange = v.InferOutput<typeof deliveryChangeSchema>;

export const deliveryChangeMessages = {
  noCash: "Cash on delivery is not available at this PIN. Please write to us, and we will help.",
  saved: {
    address: "We'll ship to the new address.",
    company: "We've changed the company on your invoice.",
    both: "We'll ship to the new address, and we've changed the company on your invoice.",
    none: "Your order already has these details.",
  },
  failed: "Could not change the address. Please try again.",
  invoiced:
    "The invoice has been issued, so the state and the company can no longer be changed. To ship to another state, cancel the order and place it again.",
  tooMany: "The address was changed several times. Please try again in a few minutes.",
} as const;

export const correctedParts = ["address", "company", "both"] as const;

export type CorrectedPart = (typeof correctedParts)[number];

type CorrectionRefusal = "cancelled" | "delivered" | "dispatched";

export function findCorrectionRefusal({
  status,
  dispatchedAt,
}: Omit<CorrectableOrder, "orderId">): CorrectionRefusal | null {
  if (status === "Cancelled") return "cancelled";
  if (status === "Delivered") return "delivered";
  return dispatchedAt === null ? null : "dispatched";
}

/**
 * Returns why the owner cannot correct the address; null if the owner can. Unlike the customer, the owner can also
 * correct it for the rest of a partly sent order, and for a replacement that is not sent yet.
 */
export function describeCorrectionRefusal(
  order: CorrectableOrder & { partlySent: boolean },
  parcels: readonly { status: ParcelStatus }[],
): string | null {
  const isWaiting = order.partlySent || parcels.some(({ status }) => status === "Waiting");
  const refusal = findCorrectionRefusal(order);
  return refusal && (refusal === "cancelled" || !isWaiting)
    ? `${order.orderId} ${refusalsForOperator[refusal]}`
    : null;
}

const refusalsForOperator: Record<CorrectionRefusal, string> = {
  cancelled: "is cancelled, so its address cannot be changed.",
  delivered: "has been delivered, so its address cannot be changed.",
  dispatched: "is on its way, so its address cannot be changed here. Ask the courier to change it.",
};

export const correctionRefusals: Record<CorrectionRefusal, string> = {
  cancelled: "This order is cancelled, so its address cannot be changed.",
  delivered: "This order has been delivered, so its address can no longer be changed.",
  dispatched: "This order is on its way, so its address can no longer be changed.",
};

/**
 * Returns the corrected address, or an error message for the owner. The checkout's rules for addresses apply. The state
 * cannot change after the invoice was issued, because the GST depends on it.
 */
export function correctAddress(
  orderId: string,
  previous: ShippingAddress,
  changes: AddressChanges,
  isInvoiced: boolean,
): { address: ShippingAddress } | { refusal: string } {
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const parsed = v.safeParse(shippingAddressSchema, { ...previous, ...changed });
  if (!parsed.success) return { refusal: parsed.issues[0].message };
  const { zipCode, country } = parsed.output;
  // Forms send the PIN code even if it is unchanged. Check only a changed code, because an earlier code may be invalid
  // (D64).
  if (zipCode !== previous.zipCode && country === SHIPPING_COUNTRY && !isPinCode(zipCode))
    return { refusal: `"${zipCode}" is not a PIN code. ${ENTER_PIN}` };
  const state = changes.state === undefined ? null : findIndianState(parsed.output.state);
  if (changes.state !== undefined && state === null) return { refusal: describeWrongState(changes.state) };
  const address = { ...parsed.output, ...(state && { state: state.name }) };
  if (address.phoneNumber === "") return { refusal: "The courier needs a phone number with 10 digits." };
  const [from, to] = [findPlaceOfSupply(previous), findPlaceOfSupply(address)];
  if (isInvoiced && from.code !== to.code)
    return {
      refusal: `The tax on the invoice of ${orderId} is for ${formatPlaceOfSupply(from)}, so the state cannot be changed. Cancel the order and ask the customer to place it again.`,
    };
  return { address };
}

export const describeWrongState = (stateText: string): string =>
  `'${stateText}' is not a state of India. Enter the full name, for example Maharashtra.`;

/**
 * Returns for example `street, PIN 411001 → 411002, phone …10 → …11`. Contains neither the old nor the new street, and
 * only the last two digits of the phone numbers. Empty if nothing changed.
 */
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
