import { type ReactNode, useRef, useState } from "react";
import * as v from "valibot";
import { fullName, requiredPhoneNumber, textUpTo } from "#contract/person.ts";
import { getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { getTokenSource } from "#client/token-source.ts";
import { ApiError } from "#contract/errors.ts";
import type { Paise } from "#contract/money.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import type { CashRule, OrderRules } from "#shop/policies/rules.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { checkoutMessages, formatHoldLimits, formatShortage, getInlineError } from "../checkout.ts";
import { giftSchema } from "#shop/orders/gift.ts";
import {
  companyInvoiceSchema,
  contactSchema,
  filled,
  orderNotes,
  type ShippingAddress,
  shippingAddressSchema,
} from "#shop/documents/recipient.ts";
import { chooseCity, findPlaceOfPin } from "#shop/addresses/pin-codes.ts";
import { type DeliveryArea, listDeliveredStates, SHIPPING_COUNTRY } from "#shop/addresses/delivery-area.ts";
import { toastError } from "#ui/toast.ts";
import type { Attempt, Placed } from "./place-order.ts";
import { readPin } from "./remembered-pin.ts";
import { findPreferredAddress } from "#shop/addresses/address.ts";
import { findNotBeforeError } from "#shop/policies/delivery-dates.ts";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/storage.ts";

type CheckoutCustomer = Pick<User, "_id" | "firstName" | "lastName" | "email" | "phoneNumber">;

export interface CheckoutFormProps {
  customer: CheckoutCustomer;
  addresses: readonly Address[];
  /** These prices are in rupees. The shop refuses the order if its own prices differ (D3). */
  items: readonly {
    productId: string;
    quantity: number;
    price: number;
    title: string;
    gstRate?: number | undefined;
  }[];
  totalAmount: number;
  payable: Paise;
  /** The area of delivery that the owner has set; missing if the shop delivers to the default states (§9). */
  deliverTo?: DeliveryArea;
  cashRule?: CashRule | undefined;
  /** The rules and the longest time to make a product that is not in stock. The form adds a gift's 'Not before' day. */
  promised: OrderRules;
  orderDay: string | undefined;
  renderSummary?: (delivery: ReactNode) => ReactNode;
  taxRates: TaxRates;
  place: (body: Attempt["body"]) => Promise<Placed>;
  onPlaced: (placed: Placed) => void;
  /** Called if the shop's cart, prices or saved addresses differ from those of the page. */
  onOutdated: () => void;
}

export interface CheckoutFields {
  field: (name: string, label: string) => { label: string; name: string; error: string | undefined };
  typed: (name: string, defaultValue: string) => string;
}

/** The fields for phone numbers. The courier calls the recipient's number, and the shop calls the customer's number. */
export const COURIER_PHONE = "shippingAddress.phoneNumber";
export const BUYER_PHONE = "contact.phoneNumber";
export const RECIPIENT = "shippingAddress.recipient";

export const IN_CASH = "cash";

/** A hidden field, set if the customer chose the state. A typed PIN then keeps this state, even after a reload. */
export const STATE_CHOSEN = "stateChosen";

/** The buyer's phone number and the recipient's name are in the form only if somebody else receives the order. */
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
  notes: orderNotes,
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
    failed: (cause) => {
      // If the session has ended, the customer has already seen a message. The draft is restored after the login.
      if (!isSignedIn()) return;
      if (cause instanceof ApiError && [404, 409, 422].includes(cause.status)) order.onOutdated();
      const message = describePlaceFailure(cause, order.items);
      toastError(message);
      return message;
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

/** True if the server refused the order. The message of its response is then shown (D3). */
const isAboutOrder = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError &&
  ((failure.status >= 400 && failure.status < 500) || failure.code === "unsuccessful");

const productListFormats: Record<string, typeof formatShortage> = {
  shortage: formatShortage,
  hold_too_large: formatHoldLimits,
};

function describePlaceFailure(failure: unknown, items: CheckoutFormProps["items"]): string {
  if (!isAboutOrder(failure)) return checkoutMessages.failed;
  const message = getErrorMessage(failure, checkoutMessages.failed);
  const pieces = productListFormats[failure.code]?.(failure.details, items);
  return pieces ? `${message} ${pieces}` : message;
}

type Reachable = Pick<CheckoutCustomer, "phoneNumber">;

function useShippingFields(
  draft: CheckoutDraft,
  customer: Reachable,
  addresses: readonly Address[],
  deliverTo?: DeliveryArea,
) {
  const find = (id: string | undefined) => addresses.find(({ _id }) => _id === id);
  const drafted = readDrafted(draft);
  const preferred = findPreferredAddress(addresses);
  const [chosenId, setChosenId] = useState(drafted ? draft["selectedAddressId"] : preferred?._id);
  // Undefined for a typed address, and if the customer has deleted the chosen address in the meantime. The text of a
  // deleted address stays in the fields.
  const selected = find(chosenId);
  const [address, setAddress] = useState<ShippingAddress>(() => {
    // The customer may have changed the saved address after the draft was stored.
    if (drafted)
      return selected ? { ...fillFrom(selected, customer), phoneNumber: drafted.phoneNumber } : drafted;
    return preferred
      ? fillFrom(preferred, customer)
      : fillFromPin(fillFrom(null, customer), readPin(), { deliverTo, isStateChosen: false });
  });
  const [isStateChosen, setStateChosen] = useState(STATE_CHOSEN in draft);
  const change = (part: Partial<ShippingAddress>) => setAddress((previous) => ({ ...previous, ...part }));
  const [recipient, setRecipient] = useState<ReceivingPerson | null>(() =>
    drafted ? readDraftedRecipient(draft) : getRecipient(preferred),
  );
  const hiddenRecipient = useRef(NOBODY);
  return {
    selectedId: selected?._id ?? "",
    isStateChosen,
    address,
    /** The person who receives the order; null for the customer, whose number is `address.phoneNumber` (D120). */
    recipient,
    setRecipient,
    /** Shows or hides the recipient's fields. Hiding them keeps their values for the next time. */
    showRecipient(isShown: boolean) {
      if (recipient) hiddenRecipient.current = recipient;
      setRecipient(isShown ? hiddenRecipient.current : null);
    },
    isOwnAddress: selected !== undefined && !selected.recipient,
    pick(id: string) {
      const saved = find(id);
      setChosenId(id);
      setStateChosen(false);
      setAddress(fillFrom(saved, customer));
      hiddenRecipient.current = NOBODY;
      // Keep a recipient that the customer typed, but not the recipient of the previously selected address.
      const isPrevious = recipient?.name === selected?.recipient;
      setRecipient(getRecipient(saved) ?? (isPrevious ? null : recipient));
    },
    control: (name: keyof ShippingAddress) => ({
      value: address[name],
      onChange: ({ target }: { target: { value: string } }) => {
        // Deselects the saved address, because the edited address differs from it.
        if (name !== "phoneNumber") setChosenId("");
        if (name === "state") setStateChosen(true);
        if (name === "zipCode")
          setAddress((previous) => fillFromPin(previous, target.value, { deliverTo, isStateChosen }));
        else change(name === "state" ? { state: target.value, city: "" } : { [name]: target.value });
      },
    }),
  };
}

export type ShippingFields = ReturnType<typeof useShippingFields>;

const fillFrom = (saved: Address | null | undefined, customer: Reachable): ShippingAddress => ({
  street: saved?.street ?? "",
  city: saved?.city ?? "",
  state: saved?.state ?? "",
  zipCode: saved?.zipCode ?? "",
  country: saved?.country ?? SHIPPING_COUNTRY,
  phoneNumber: (!saved?.recipient && saved?.phoneNumber) || customer.phoneNumber,
});

interface ReceivingPerson {
  name: string;
  phoneNumber: string;
}

const NOBODY: ReceivingPerson = { name: "", phoneNumber: "" };

const getRecipient = (saved: Address | null | undefined): ReceivingPerson | null =>
  saved?.recipient ? { name: saved.recipient, phoneNumber: saved.phoneNumber ?? "" } : null;

const readDraftedRecipient = (draft: CheckoutDraft): ReceivingPerson | null =>
  draft[RECIPIENT] === undefined ? null : { name: draft[RECIPIENT], phoneNumber: draft[COURIER_PHONE] ?? "" };

/**
 * Sets the PIN. If the shop delivers there and the customer has not chosen another state, also sets the state. Then
 * also sets the city, unless another place in this state is entered.
 */
function fillFromPin(
  address: ShippingAddress,
  zipCode: string,
  { deliverTo, isStateChosen }: { deliverTo: DeliveryArea; isStateChosen: boolean },
): ShippingAddress {
  const updated = { ...address, zipCode };
  const place = findPlaceOfPin(zipCode);
  if (!place || !listDeliveredStates(deliverTo).includes(place.state)) return updated;
  if (address.state === "" || address.state === place.state)
    return { ...updated, state: place.state, city: chooseCity(address.city, place.city) };
  return isStateChosen ? updated : { ...updated, ...place };
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

/** The typed values by field name. They are stored in `sessionStorage`, so that they survive a reload. */
type CheckoutDraft = Readonly<Record<string, string>>;

const draftSchema = v.object({ customerId: v.string(), fields: v.record(v.string(), v.string()) });

export function readDraft(customerId: string): CheckoutDraft {
  const draft = v.safeParse(draftSchema, readStoredJsonInTab(FORM));
  return draft.success && draft.output.customerId === customerId ? draft.output.fields : {};
}

export function saveDraft(form: HTMLFormElement, customerId: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  writeStoredInTab(FORM, JSON.stringify({ customerId, fields: Object.fromEntries(texts) }));
}

export function removeDraft(): void {
  removeStoredInTab(FORM);
}
