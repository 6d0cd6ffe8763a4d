import { useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { ONE_NAME_ONLY } from "#contract/person-name.ts";
import type { Contact } from "#shop/documents/recipient.ts";
import { BottomBar } from "#ui/bottom-bar.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox, RadioCard, RadioGroup } from "#ui/choice.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { prepareToasts } from "#ui/toast.ts";
import {
  IN_CASH,
  saveDraft,
  type CheckoutFields,
  type CheckoutFormProps,
  type ShippingFields,
  useCheckoutForm,
} from "./use-checkout-form.ts";
import styles from "./checkout-form.module.css";
import { CompanyFields } from "./company-fields.tsx";
import { GiftFields, IS_GIFT, NOT_BEFORE } from "./gift-fields.tsx";
import { RecipientFields, SavedAddresses, ShippingAddressFields } from "./shipping-address-fields.tsx";
import { giftMessages } from "#shop/orders/gift.ts";
import { isPinCode } from "#shop/addresses/pin-codes.ts";
import type { CashRule } from "#shop/policies/rules.ts";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { cashMessages, describeCashRefusal, findCashRefusal } from "#shop/orders/cash-on-delivery.ts";

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
