import { useEffect, useState } from "react";
import * as v from "valibot";
import { tenDigits } from "#contract/field.ts";
import { messageOf } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { tokenSource } from "#client/token-source.ts";
import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { isPinCode } from "#shop/addresses/address.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox, RadioCard, RadioGroup, SelectField, TextArea, TextField } from "#ui/field.tsx";
import { prepareToasts, toastError } from "#ui/toast.ts";
import { checkoutMessages, holdText, shortageText } from "../checkout.ts";
import { citiesWith, SHIPPING_COUNTRY, statesWith } from "../shipping-cities.ts";
import { companyInvoiceSchema, contactSchema, shippingAddressSchema } from "../new-order.ts";
import type { TaxRates } from "#shop/pricing/totals.ts";
import { forgetDraft, saveDraft, readDraft } from "./checkout-draft.ts";
import styles from "./checkout-form.module.css";
import { CompanyFields } from "./company-fields.tsx";
import type { Attempt, Placed } from "./place-order.ts";
import { useShippingFields } from "./shipping-fields.ts";

export interface CheckoutCustomer {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}

interface CheckoutFormProps {
  customer: CheckoutCustomer;
  addresses: readonly Address[];
  /** The bag as the customer sees it; prices in rupees are evidence only (D3). */
  items: readonly { productId: string; quantity: number; price: number; title: string }[];
  totalAmount: number;
  /** Those the totals were made with; evidence as the prices are. */
  taxRates: TaxRates;
  place: (body: Attempt["body"]) => Promise<Placed>;
  onPlaced: (placed: Placed) => void;
  /** Prices, taxes or stock are not what the page says: fetch them again. */
  onBagOutdated: () => void;
}

const FOR_COMPANY = "forCompany";

const required = v.pipe(v.string(), v.trim(), v.nonEmpty(checkoutMessages.incomplete));

const checkoutForm = v.object({
  contact: contactSchema,
  shippingAddress: v.object({ ...shippingAddressSchema.entries, phoneNumber: v.pipe(required, tenDigits) }),
  companyInvoice: v.optional(companyInvoiceSchema),
  notes: v.optional(v.string(), ""),
  paymentMethod: v.string(),
});

/** 'Shipping Information' (§2.8): where the order goes, how it is paid, and the button that places it. */
export function CheckoutForm({
  customer,
  addresses,
  items,
  totalAmount,
  taxRates,
  place,
  onPlaced,
  onBagOutdated,
}: CheckoutFormProps) {
  const [draft] = useState(() => readDraft(customer._id));
  const ship = useShippingFields(draft, customer, addresses);
  useEffect(prepareToasts, []);
  const [forCompany, setForCompany] = useState(FOR_COMPANY in draft);
  const form = useForm({
    schema: checkoutForm,
    also: { "shippingAddress.country": SHIPPING_COUNTRY },
    send: async (filled) => {
      if (tokenSource().accessToken() === null) return toastError(checkoutMessages.unauthenticated);
      const selectedAddressId = ship.selectedId || null;
      const sent = items.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
      const bag = { items: sent, totalAmount, shownTaxRates: taxRates };
      const placed = await place({ ...filled, userId: customer._id, selectedAddressId, ...bag });
      if (placed.kind !== "over") forgetDraft();
      onPlaced(placed);
    },
    failed: (failure) => {
      // The session has ended and said so; what was typed is here again after the login.
      if (tokenSource().accessToken() === null) return;
      if (failure instanceof ApiError && [409, 422].includes(failure.status)) onBagOutdated();
      toastError(whyNotPlaced(failure, items));
    },
    notRight: (errors) => toastError(whatIsWrong(errors)),
  });
  const field = (name: string, label: string) => ({ label, name, error: inline(form.error(name), label) });
  const typed = (name: string, otherwise: string) => draft[name] ?? otherwise;

  return (
    <form
      {...form.props}
      id="checkout"
      className={styles.form}
      onChange={({ currentTarget }) => {
        const keep = () => saveDraft(currentTarget, customer._id);
        keep();
        // What a choice leads to, such as the fields of a saved address, is in the form only after it was drawn.
        setTimeout(keep);
      }}
    >
      {addresses.length > 0 && (
        <SelectField
          label="Saved addresses"
          name="selectedAddressId"
          value={ship.selectedId}
          onChange={({ target }) => ship.pick(target.value)}
        >
          <option value="">Another address</option>
          {addresses.map((address) => (
            <option key={address._id} value={address._id}>
              {[address.street, address.city, address.state].join(", ")}
              {address.isDefault ? " (Default)" : ""}
            </option>
          ))}
        </SelectField>
      )}
      <div className={styles.pair}>
        <TextField
          {...field("contact.firstName", "First Name")}
          defaultValue={typed("contact.firstName", customer.firstName)}
          autoComplete="given-name"
          required
        />
        <TextField
          {...field("contact.lastName", "Last Name")}
          defaultValue={typed("contact.lastName", customer.lastName)}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        {...field("contact.email", "Email")}
        type="email"
        defaultValue={typed("contact.email", customer.email)}
        autoComplete="email"
        required
      />
      <TextField
        {...field("shippingAddress.street", "Address")}
        {...ship.control("street")}
        autoComplete="street-address"
        required
      />
      <div className={styles.pair}>
        <TextField
          {...field("shippingAddress.zipCode", "Zip Code")}
          {...ship.control("zipCode")}
          inputMode="numeric"
          autoComplete="postal-code"
          hint={isPinCode(ship.address.zipCode) ? undefined : checkoutMessages.zipHint}
          required
        />
        <TextField
          label="Country"
          name="shippingAddress.country"
          value={SHIPPING_COUNTRY}
          readOnly
          autoComplete="country-name"
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          {...field("shippingAddress.state", "State")}
          {...ship.control("state")}
          autoComplete="address-level1"
          required
        >
          <option value="">Choose a state</option>
          {statesWith(ship.address.state).map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <SelectField
          {...field("shippingAddress.city", "City")}
          {...ship.control("city")}
          autoComplete="address-level2"
          required
        >
          <option value="">Choose a city</option>
          {citiesWith(ship.address.state, ship.address.city).map((city) => (
            <option key={city}>{city}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...field("shippingAddress.phoneNumber", "Phone")}
        {...ship.control("phoneNumber")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Only for the courier, if the parcel cannot be delivered."
        required
      />
      <RadioGroup legend="Pay Online">
        <RadioCard name="paymentMethod" value="card" defaultChecked title="Payment with card or UPI">
          You pay in the next step, in a window of the payment provider.
        </RadioCard>
      </RadioGroup>
      <div className={styles.company}>
        <Checkbox
          label="I need an invoice for my company"
          name={FOR_COMPANY}
          checked={forCompany}
          onChange={({ target }) => setForCompany(target.checked)}
        />
        {forCompany && <CompanyFields field={field} typed={typed} />}
      </div>
      <TextArea
        label="Order notes"
        name="notes"
        defaultValue={typed("notes", "")}
        hint="Anything we should know about this order."
      />
      <div className={styles.buttons}>
        <ButtonLink variant="secondary" href={links.cartPage}>
          Back to Cart
        </ButtonLink>
        <Button type="submit" busy={form.busy} disabled={items.length === 0}>
          Checkout
        </Button>
      </div>
    </form>
  );
}

/** Something about the order itself, which the shop says in its own words (D3). */
const isAboutOrder = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError &&
  ((failure.status >= 400 && failure.status < 500) || failure.code === "unsuccessful");

/** Refusals that are about single pieces. */
const piecesText: Record<string, typeof shortageText> = { shortage: shortageText, hold_too_large: holdText };

function whyNotPlaced(failure: unknown, items: CheckoutFormProps["items"]): string {
  if (!isAboutOrder(failure)) return checkoutMessages.failed;
  const words = messageOf(failure, checkoutMessages.failed);
  const pieces = piecesText[failure.code]?.(failure.details, items);
  return pieces ? `${words} ${pieces}` : words;
}

/** One toast for all fields (§8); what is there but wrong is not called missing. */
const whatIsWrong = (errors: readonly string[]): string =>
  errors.includes(checkoutMessages.incomplete)
    ? checkoutMessages.incomplete
    : (errors[0] ?? checkoutMessages.incomplete);

/** The toast speaks of all required fields; at the field stands which one. */
const inline = (error: string | undefined, label: string): string | undefined =>
  error === checkoutMessages.incomplete ? `${label} is required` : error;
