import { useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { ONE_NAME_ONLY } from "#contract/person-name.ts";
import type { Contact, ShippingAddress } from "#shop/documents/recipient.ts";
import { BottomBar } from "#ui/bottom-bar.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox, RadioCard, RadioGroup } from "#ui/choice.tsx";
import { TextArea, TextField, FieldHint, Options, SelectField } from "#ui/field.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { prepareToasts } from "#ui/toast.ts";
import {
  IN_CASH,
  saveDraft,
  type CheckoutFields,
  type CheckoutFormProps,
  type ShippingFields,
  useCheckoutForm,
  BUYER_PHONE,
  COURIER_PHONE,
  RECIPIENT,
  STATE_CHOSEN,
} from "./use-checkout-form.ts";
import { CompanyFields } from "./company-fields.tsx";
import { GiftFields, IS_GIFT, NOT_BEFORE } from "./gift-fields.tsx";
import { giftMessages } from "#shop/orders/gift.ts";
import { isPinCode, findPinHint, readZipCode } from "#shop/addresses/pin-codes.ts";
import type { CashRule } from "#shop/policies/rules.ts";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { cashMessages, describeCashRefusal, findCashRefusal } from "#shop/orders/cash-on-delivery.ts";
import { COURIER_CALLS } from "#contract/person.ts";
import { formatPlace } from "#contract/place.ts";
import { CityField } from "#shop/addresses/web/city-field.tsx";
import type { Address } from "#shop/addresses/saved-address.ts";
import { classNames } from "#ui/class-names.ts";
import { PhoneField } from "#ui/contact-fields.tsx";
import { checkoutMessages } from "../checkout.ts";
import {
  type DeliveryArea,
  describeStates,
  listCities,
  listStates,
  SHIPPING_COUNTRY,
} from "#shop/addresses/delivery-area.ts";
import styles from "./checkout-form.module.css";

/** Shows the recipient's fields if the order becomes a gift, because somebody else often receives a gift. */
function toggleRecipient({ recipient, showRecipient }: ShippingFields, isGift: boolean): void {
  if (isGift && recipient === null) showRecipient(true);
  if (!isGift && recipient?.name === "") showRecipient(false);
}

const PAYMENT_METHOD = "paymentMethod";
const FOR_COMPANY = "forCompany";

export function CheckoutForm(props: CheckoutFormProps) {
  const { customer, addresses } = props;
  const { form, ship, fields, contact, draft } = useCheckoutForm(props);
  const [isGift, setIsGift] = useState(IS_GIFT in draft);
  const [notBefore, setNotBefore] = useState(() => fields.typed(NOT_BEFORE, ""));
  const promised = { ...props.promised, ...(isGift && { notBefore }) };
  const expected = { promised, orderDay: props.orderDay };
  useEffect(prepareToasts, []);
  return (
    <form
      {...form.props}
      id="checkout"
      className={styles.form}
      // A choice may add or remove fields, so save the draft after they are rendered.
      onChange={({ currentTarget }) => queueMicrotask(() => saveDraft(currentTarget, customer._id))}
    >
      <div className={styles.parts}>
        <div className={styles.group}>
          {addresses.length > 0 && <SavedAddresses ship={ship} addresses={addresses} />}
          <ContactFields contact={contact} field={fields.field} />
        </div>
        <div className={styles.group}>
          <h2 className="h4">Delivery</h2>
          <div className={styles.pair}>
            <Checkbox
              label={giftMessages.label}
              hint={giftMessages.hint}
              name={IS_GIFT}
              checked={isGift}
              onChange={({ target }) => {
                setIsGift(target.checked);
                toggleRecipient(ship, target.checked);
              }}
            />
            <Checkbox
              label="Somebody else receives the parcel"
              checked={ship.recipient !== null}
              onChange={({ target }) => ship.showRecipient(target.checked)}
            />
          </div>
          <GiftFields {...fields} isGift={isGift} notBefore={notBefore} onNotBefore={setNotBefore} />
          <RecipientFields ship={ship} field={fields.field} />
          <ShippingAddressFields ship={ship} deliverTo={props.deliverTo} field={fields.field} />
        </div>
        <PaymentChoice
          rule={props.cashRule}
          facts={{ payable: props.payable, zipCode: ship.address.zipCode, isGift }}
          wasCash={draft[PAYMENT_METHOD] === IN_CASH}
        />
        {/* The bar is sticky only within this element, so it never covers the address and payment fields. */}
        <div className={styles.parts}>
          <div className={styles.group}>
            <CompanyInvoice {...fields} wasWanted={FOR_COMPANY in draft} />
            <TextArea
              {...fields.field("notes", "Order notes")}
              rows={2}
              defaultValue={fields.typed("notes", "")}
              hint="Is there anything we should know about this order?"
              // Browsers scroll only to the caret, so the bottom bar would cover the rest of the field.
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView?.({ block: "nearest" })}
            />
          </div>
          <div className={styles.buttons}>
            <ButtonLink variant="secondary" href={links.cartPage}>
              Back to Cart
            </ButtonLink>
            <BottomBar
              amount={props.payable}
              note={<ExpectedDelivery short {...expected} />}
              className={styles.bar}
            >
              {/* Repeats the toast, which disappears after 3 seconds. Not an alert, so it is read out only once. */}
              <FormFailure text={form.failure} className={styles.failure} />
              <Button type="submit" busy={form.busy} disabled={props.items.length === 0}>
                Checkout
              </Button>
            </BottomBar>
          </div>
        </div>
      </div>
      {props.renderSummary?.(<ExpectedDelivery {...expected} />)}
    </form>
  );
}

interface PaymentChoiceProps {
  rule: CashRule | undefined;
  facts: Parameters<typeof findCashRefusal>[1];
  wasCash: boolean;
}

function PaymentChoice({ rule, facts, wasCash }: PaymentChoiceProps) {
  const [isCash, setCash] = useState(wasCash);
  const refusal = findCashRefusal(rule, facts);
  // An incomplete PIN is not an error yet.
  const isHidden = !rule || (refusal === "pin" && !isPinCode(facts.zipCode));
  return (
    <RadioGroup legend={<h2 className="h4">{rule ? "Payment" : "Pay Online"}</h2>}>
      <RadioCard
        name={PAYMENT_METHOD}
        value="card"
        checked={!isCash || refusal !== null}
        onChange={() => setCash(false)}
        title="Payment with card or UPI"
      >
        You pay in the next step.
      </RadioCard>
      {refusal === null && (
        <RadioCard
          name={PAYMENT_METHOD}
          value={IN_CASH}
          checked={isCash}
          onChange={() => setCash(true)}
          title={cashMessages.title}
        >
          {cashMessages.hint}
        </RadioCard>
      )}
      {refusal !== null && !isHidden && <p className="small soft">{describeCashRefusal(refusal, rule)}</p>}
    </RadioGroup>
  );
}

function CompanyInvoice({ wasWanted, ...fields }: CheckoutFields & { wasWanted: boolean }) {
  const [isWanted, setIsWanted] = useState(wasWanted);
  return (
    <>
      <Checkbox
        label="I need an invoice for my company"
        name={FOR_COMPANY}
        checked={isWanted}
        onChange={({ target }) => setIsWanted(target.checked)}
      />
      <CompanyFields {...fields} isWanted={isWanted} />
    </>
  );
}

const ContactFields = ({ contact, field }: Pick<CheckoutFields, "field"> & { contact: Contact }) => (
  <>
    <div className={styles.pair}>
      <TextField
        {...field("contact.firstName", "First Name")}
        defaultValue={contact.firstName}
        autoComplete="given-name"
        required
      />
      <TextField
        {...field("contact.lastName", "Last Name")}
        defaultValue={contact.lastName}
        hint={contact.lastName === "" && ONE_NAME_ONLY}
        autoComplete="family-name"
        required
      />
    </div>
    <TextField
      {...field("contact.email", "Email")}
      type="email"
      defaultValue={contact.email}
      autoComplete="email"
      required
    />
  </>
);

interface ShippingAddressFieldsProps extends Pick<CheckoutFields, "field"> {
  ship: ShippingFields;
  deliverTo: DeliveryArea;
}

const SavedAddresses = ({ ship, addresses }: { ship: ShippingFields; addresses: readonly Address[] }) => (
  <SelectField
    label="Saved addresses"
    name="selectedAddressId"
    value={ship.selectedId}
    onChange={({ target }) => ship.pick(target.value)}
  >
    <Options prompt="Another address" of={addresses.map((saved) => [saved._id, nameAddress(saved)])} />
  </SelectField>
);

const nameAddress = (saved: Address): string =>
  (saved.label ? `${saved.label}: ` : "") +
  [saved.recipient, saved.street, formatPlace(saved)].filter(Boolean).join(", ") +
  (saved.isDefault ? " (Default)" : "");

const ShippingAddressFields = ({ ship, deliverTo, field }: ShippingAddressFieldsProps) => (
  <>
    <TextField
      {...field("shippingAddress.street", "Address")}
      {...ship.control("street")}
      hint={
        ship.recipient && ship.isOwnAddress
          ? "This is your own saved address. Change it if the parcel goes elsewhere."
          : undefined
      }
      autoComplete="address-line1"
      required
    />
    <div className="stack gap-2">
      <div className={styles.pair}>
        <TextField
          {...field("shippingAddress.zipCode", "Zip Code")}
          {...ship.control("zipCode")}
          inputMode="numeric"
          autoComplete="postal-code"
          hint={getZipHint(ship.address)}
          required
        />
        <TextField
          label="Country"
          name="shippingAddress.country"
          value={SHIPPING_COUNTRY}
          readOnly
          autoComplete="country-name"
        />
        <StateAndCity ship={ship} deliverTo={deliverTo} field={field} />
      </div>
      <Elsewhere deliverTo={deliverTo} />
    </div>
    <PhoneField
      {...field(ship.recipient ? BUYER_PHONE : COURIER_PHONE, "Phone")}
      {...ship.control("phoneNumber")}
      hint={
        ship.recipient
          ? "Your own number, in case we have a question. The e-mails and the invoice go to you."
          : COURIER_CALLS
      }
      required
    />
  </>
);

function RecipientFields({ ship, field }: Omit<ShippingAddressFieldsProps, "deliverTo">) {
  const { recipient, setRecipient } = ship;
  if (recipient === null) return null;
  return (
    <div className={classNames(styles.panel, styles.pair)}>
      <TextField
        {...field(RECIPIENT, "Recipient's name")}
        value={recipient.name}
        onChange={({ target }) => setRecipient({ ...recipient, name: target.value })}
        autoComplete="off"
        required
      />
      <PhoneField
        {...field(COURIER_PHONE, "Recipient's phone")}
        value={recipient.phoneNumber}
        onChange={({ target }) => setRecipient({ ...recipient, phoneNumber: target.value })}
        autoComplete="off"
        hint={COURIER_CALLS}
        required
      />
    </div>
  );
}

const getZipHint = ({ zipCode, state }: ShippingAddress) =>
  zipCode === ""
    ? checkoutMessages.zipHelp
    : isPinCode(readZipCode(zipCode))
      ? findPinHint(zipCode, state)
      : checkoutMessages.zipHint;

const StateAndCity = ({ ship, deliverTo, field }: ShippingAddressFieldsProps) => (
  <>
    {ship.isStateChosen && <input type="hidden" name={STATE_CHOSEN} value="yes" />}
    <SelectField
      {...field("shippingAddress.state", "State")}
      {...ship.control("state")}
      autoComplete="address-level1"
      aria-describedby={describeStates(deliverTo) ? ELSEWHERE_ID : undefined}
      required
    >
      <Options prompt="Choose a state" of={listStates(deliverTo, ship.address.state)} />
    </SelectField>
    <CityField
      {...field("shippingAddress.city", "City")}
      {...ship.control("city")}
      prompt="Choose a city"
      cities={listCities(ship.address.state, deliverTo === undefined ? ship.address.city : undefined)}
      isFree={deliverTo !== undefined}
    />
  </>
);

const ELSEWHERE_ID = "checkout-elsewhere";

/** Explains to a customer in a state without delivery how to order anyway (D117). */
function Elsewhere({ deliverTo }: Pick<ShippingAddressFieldsProps, "deliverTo">) {
  const states = describeStates(deliverTo);
  return (
    states && (
      <FieldHint id={ELSEWHERE_ID}>
        {states} <a href={links.contact}>Write to us</a>, and we will find a way.
      </FieldHint>
    )
  );
}
