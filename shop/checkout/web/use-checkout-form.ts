import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { fullName, requiredPhoneNumber } from "#contract/person.ts";
import { getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { getTokenSource } from "#client/token-source.ts";
import { ApiError } from "#contract/errors.ts";
import type { Paise } from "#contract/money.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import type { CashRule } from "#shop/policies/rules.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { checkoutMessages, formatHoldLimits, formatShortage } from "../checkout.ts";
import { giftSchema } from "#shop/orders/gift.ts";
import {
  companyInvoiceSchema,
  contactSchema,
  filled,
  type ShippingAddress,
  shippingAddressSchema,
  textUpTo,
} from "#shop/orders/recipient.ts";
import { findPlaceOfPin } from "#shop/addresses/pin-codes.ts";
import { type DeliverTo, listDeliveredStates, SHIPPING_COUNTRY } from "#shop/addresses/shipping-cities.ts";
import { toastError } from "#ui/toast.ts";
import type { Attempt, Placed } from "./place-order.ts";
import { readPin } from "./remembered-pin.ts";
import { findPreferredAddress } from "#shop/addresses/address.ts";
import { findNotBeforeError } from "#shop/policies/delivery-dates.ts";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/storage.ts";

interface CheckoutCustomer {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}

export interface CheckoutFormProps {
  customer: CheckoutCustomer;
  addresses: readonly Address[];
  /** The bag as the customer sees it. Prices are in rupees and only compared (D3). */
  items: readonly {
    productId: string;
    quantity: number;
    price: number;
    title: string;
    gstRate?: number | undefined;
  }[];
  totalAmount: number;
  /** The sum to pay. */
  payable: Paise;
  /** The delivery area of the shop if it differs from §9. */
  deliverTo?: DeliverTo;
  /** The orders that can be paid in cash on delivery. */
  cashRule?: CashRule | undefined;
  /** The products and the total: beside the fields, or above the button if there is one column. */
  summary?: ReactNode;
  /** The expected delivery, shown beside the amount. */
  delivery: ReactNode;
  /** The rates used for the totals; they are sent to be compared, like the prices. */
  taxRates: TaxRates;
  place: (body: Attempt["body"]) => Promise<Placed>;
  onPlaced: (placed: Placed) => void;
  /** Called if prices, taxes or stock on the page are outdated, to load them again. */
  onBagOutdated: () => void;
}

/** Functions with which the parts of the form create their fields. */
export interface CheckoutFields {
  /** The label and the error of a field, found by its name. */
  field: (name: string, label: string) => { label: string; name: string; error: string | undefined };
  /** The text typed into a field before a reload. */
  typed: (name: string, defaultValue: string) => string;
}

/** The names of the two phone fields: the courier calls the recipient, and the shop contacts the customer. */
export const COURIER_PHONE = "shippingAddress.phoneNumber";
export const BUYER_PHONE = "contact.phoneNumber";
export const RECIPIENT = "shippingAddress.recipient";

/** The value of the payment method that is cash. */
export const IN_CASH = "cash";

/**
 * The buyer's phone number and the recipient's name are only in the form, and then required, if somebody else receives
 * the order.
 */
const checkoutForm = v.object({
  contact: v.object({
    ...contactSchema.entries,
    phoneNumber: v.optional(filled(requiredPhoneNumber)),
  }),
  shippingAddress: v.object({
    ...shippingAddressSchema.entries,
    phoneNumber: filled(requiredPhoneNumber),
    recipient: v.optional(filled(fullName)),
  }),
  companyInvoice: v.optional(companyInvoiceSchema),
  notes: v.optional(v.string(), ""),
  paymentMethod: v.string(),
  gift: v.optional(giftSchema),
  notBefore: v.optional(
    v.pipe(
      textUpTo(10),
      v.rawTransform(({ dataset: { value: day }, addIssue, NEVER }) => {
        const message = day === "" ? null : findNotBeforeError(day, new Date());
        if (message === null) return day || undefined;
        addIssue({ message });
        return NEVER;
      }),
    ),
  ),
});

/** The state of the checkout form, with the function that places the order (§2.8). */
export function useCheckoutForm({ customer, addresses, ...order }: CheckoutFormProps) {
  const [draft] = useState(() => readDraft(customer._id));
  const ship = useShippingFields(draft, customer, addresses, order.deliverTo);
  const form = useForm({
    schema: checkoutForm,
    also: { "shippingAddress.country": SHIPPING_COUNTRY },
    send: async (values) => {
      if (!isSignedIn()) return toastError(checkoutMessages.unauthenticated);
      const items = order.items.map(({ productId, quantity, price, gstRate }) => ({
        productId,
        quantity,
        price,
        ...(gstRate !== undefined && { gstRate }),
      }));
      const bag = { items, totalAmount: order.totalAmount, shownTaxRates: order.taxRates };
      const owner = { userId: customer._id, selectedAddressId: ship.selectedId || null };
      const cash = values.paymentMethod === IN_CASH && { payInCash: true };
      const placed = await order.place({ ...values, ...owner, ...bag, ...cash });
      if (placed.kind !== "over") removeDraft();
      order.onPlaced(placed);
    },
    failed: (failure) => {
      // The session has ended and the customer was notified. The input is restored after the login.
      if (!isSignedIn()) return;
      if (failure instanceof ApiError && [409, 422].includes(failure.status)) order.onBagOutdated();
      toastError(describePlaceFailure(failure, order.items));
    },
    notRight: (errors) => {
      if (errors.includes(checkoutMessages.incomplete)) toastError(checkoutMessages.incomplete);
    },
  });
  const fields: CheckoutFields = {
    field: (name, label) => ({ label, name, error: getInlineError(form.error(name), label) }),
    typed: (name, defaultValue) => draft[name] ?? defaultValue,
  };
  const contact = {
    firstName: fields.typed("contact.firstName", customer.firstName),
    lastName: fields.typed("contact.lastName", customer.lastName),
    email: fields.typed("contact.email", customer.email),
  };
  return { form, ship, fields, contact, draft };
}

const isSignedIn = (): boolean => getTokenSource().accessToken() !== null;

/** True for an error about the order itself, which is shown in the shop's words (D3). */
const isAboutOrder = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError &&
  ((failure.status >= 400 && failure.status < 500) || failure.code === "unsuccessful");

/** Refusals about single products. */
const piecesText: Record<string, typeof formatShortage> = {
  shortage: formatShortage,
  hold_too_large: formatHoldLimits,
};

function describePlaceFailure(failure: unknown, items: CheckoutFormProps["items"]): string {
  if (!isAboutOrder(failure)) return checkoutMessages.failed;
  const message = getErrorMessage(failure, checkoutMessages.failed);
  const pieces = piecesText[failure.code]?.(failure.details, items);
  return pieces ? `${message} ${pieces}` : message;
}

/** The toast is about all required fields; the message at a field names it. */
const getInlineError = (error: string | undefined, label: string): string | undefined =>
  error === checkoutMessages.incomplete ? `${label} is required` : error;

interface Reachable {
  phoneNumber: string;
}

/** The fields a saved address fills: street, zip code, state, city and phone (§2.8, D63). */
export function useShippingFields(
  draft: CheckoutDraft,
  customer: Reachable,
  addresses: readonly Address[],
  deliverTo?: DeliverTo,
) {
  const preferred = findPreferredAddress(addresses);
  const [selectedId, setSelectedId] = useState(() => {
    const addressId = draft["selectedAddressId"] ?? preferred?._id;
    // An address that was removed in the meantime counts as typed.
    return addresses.find(({ _id }) => _id === addressId)?._id ?? "";
  });
  const [address, setAddress] = useState<ShippingAddress>(
    () =>
      readDrafted(draft) ??
      (preferred
        ? fillFrom(preferred, customer)
        : fillFromPin(fillFrom(null, customer), readPin(), deliverTo)),
  );
  const change = (part: Partial<ShippingAddress>) => setAddress((previous) => ({ ...previous, ...part }));
  const find = (id: string) => addresses.find(({ _id }) => _id === id);
  const [recipient, setRecipient] = useState<ReceivingPerson | null>(() =>
    "shippingAddress.street" in draft ? readDraftedRecipient(draft) : getRecipient(preferred),
  );
  return {
    selectedId,
    address,
    /** The recipient, if different from the customer. `address.phoneNumber` stays the customer's (D120). */
    recipient,
    setRecipient,
    pick(id: string) {
      const [previous, saved] = [find(selectedId), find(id)];
      setSelectedId(id);
      setAddress(fillFrom(saved, customer));
      // A typed name stays; only the name from the previous address is replaced.
      const isPrevious = recipient?.name === previous?.recipient;
      setRecipient(getRecipient(saved) ?? (isPrevious ? null : recipient));
    },
    control: (name: keyof ShippingAddress) => ({
      value: address[name],
      onChange: ({ target }: { target: { value: string } }) => {
        // The selected address no longer matches the input. Another state has other cities.
        if (name !== "phoneNumber") setSelectedId("");
        if (name === "zipCode") setAddress((previous) => fillFromPin(previous, target.value, deliverTo));
        else change(name === "state" ? { state: target.value, city: "" } : { [name]: target.value });
      },
    }),
  };
}

export type ShippingFields = ReturnType<typeof useShippingFields>;

/** Returns the fields of a saved address; for another address they are empty except for the phone. */
const fillFrom = (saved: Address | null | undefined, customer: Reachable): ShippingAddress => ({
  street: saved?.street ?? "",
  city: saved?.city ?? "",
  state: saved?.state ?? "",
  zipCode: saved?.zipCode ?? "",
  country: saved?.country ?? SHIPPING_COUNTRY,
  phoneNumber: (!saved?.recipient && saved?.phoneNumber) || customer.phoneNumber,
});

/** The recipient of a parcel, and the number that the courier calls. */
export interface ReceivingPerson {
  name: string;
  phoneNumber: string;
}

const getRecipient = (saved: Address | null | undefined): ReceivingPerson | null =>
  saved?.recipient ? { name: saved.recipient, phoneNumber: saved.phoneNumber ?? "" } : null;

const readDraftedRecipient = (draft: CheckoutDraft): ReceivingPerson | null =>
  draft[RECIPIENT] === undefined ? null : { name: draft[RECIPIENT], phoneNumber: draft[COURIER_PHONE] ?? "" };

/** Returns the address with this PIN, and with its state and city if these are empty and the shop delivers there. */
function fillFromPin(address: ShippingAddress, zipCode: string, deliverTo: DeliverTo): ShippingAddress {
  const updated = { ...address, zipCode };
  const place = findPlaceOfPin(zipCode);
  if (!place || !listDeliveredStates(deliverTo).includes(place.state)) return updated;
  if (![place.state, ""].includes(address.state)) return updated;
  return { ...updated, state: place.state, city: address.city || place.city };
}

const readDrafted = (draft: CheckoutDraft): ShippingAddress | null => {
  if (!("shippingAddress.street" in draft)) return null;
  const part = (name: keyof ShippingAddress) => draft[`shippingAddress.${name}`] ?? "";
  return {
    street: part("street"),
    city: part("city"),
    state: part("state"),
    zipCode: part("zipCode"),
    country: SHIPPING_COUNTRY,
    phoneNumber: draft[BUYER_PHONE] ?? part("phoneNumber"),
  };
};

const FORM = "checkoutForm";

/** The texts typed at the checkout, by field name. They survive a reload, in this tab only. */
export type CheckoutDraft = Readonly<Record<string, string>>;

const draftSchema = v.object({ customerId: v.string(), fields: v.record(v.string(), v.string()) });

/** Reads this customer's draft; empty if another customer used the tab before. */
export function readDraft(customerId: string): CheckoutDraft {
  const draft = v.safeParse(draftSchema, readStoredJsonInTab(FORM));
  return draft.success && draft.output.customerId === customerId ? draft.output.fields : {};
}

export function saveDraft(form: HTMLFormElement, customerId: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  writeStoredInTab(FORM, JSON.stringify({ customerId, fields: Object.fromEntries(texts) }));
}

/** Removes the draft when the order is placed or the customer has left. */
export function removeDraft(): void {
  removeStoredInTab(FORM);
}
