import { useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { BottomBar } from "#ui/bottom-bar.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox, RadioCard, RadioGroup } from "#ui/choice.tsx";
import { TextArea } from "#ui/field.tsx";
import { prepareToasts } from "#ui/toast.ts";
import {
  saveDraft,
  type CheckoutFields,
  type CheckoutFormProps,
  useCheckoutForm,
} from "./use-checkout-form.ts";
import styles from "./checkout-form.module.css";
import { CompanyFields } from "./company-fields.tsx";
import { Destination } from "./destination.tsx";
import { GiftFields } from "./gift-fields.tsx";

const FOR_COMPANY = "forCompany";

/** 'Shipping Information' (§2.8): where the order goes, how it is paid, and the button that places it. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { customer, addresses } = props;
  const { form, ship, fields, contact, draft } = useCheckoutForm(props);
  useEffect(prepareToasts, []);
  return (
    <form
      {...form.props}
      id="checkout"
      className={styles.form}
      onChange={({ currentTarget }) => saveDraftTwice(currentTarget, customer._id)}
    >
      <Destination
        contact={contact}
        ship={ship}
        addresses={addresses}
        field={fields.field}
        isWrong={form.hasErrorsIn("contact.") || form.hasErrorsIn("shippingAddress.")}
      />
      <RadioGroup legend="Pay Online">
        <RadioCard name="paymentMethod" value="card" defaultChecked title="Payment with card or UPI">
          You pay next, in a secure window.
        </RadioCard>
      </RadioGroup>
      {/* The bar is sticky within this part alone: it never lies over where the order goes and how it is paid. */}
      <div className={styles.form}>
        <CompanyInvoice {...fields} wasWanted={FOR_COMPANY in draft} />
        <TextArea
          label="Order notes"
          name="notes"
          rows={2}
          defaultValue={fields.typed("notes", "")}
          hint="Anything we should know about this order."
          // A browser brings no more than the caret into sight: the bar would lie over the rest.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView?.({ block: "nearest" })}
        />
        <GiftFields {...fields} />
        <Buttons {...props} busy={form.busy} />
      </div>
    </form>
  );
}

const Buttons = ({ items, payable, delivery, busy }: CheckoutFormProps & { busy: boolean }) => (
  <div className={styles.buttons}>
    <ButtonLink variant="secondary" href={links.cartPage}>
      Back to Cart
    </ButtonLink>
    <BottomBar amount={payable} note={delivery}>
      <Button type="submit" busy={busy} disabled={items.length === 0}>
        Checkout
      </Button>
    </BottomBar>
  </div>
);

/**
 * Saves the draft now and after the next render: only then are the fields that a choice brings, such as a saved
 * address, in the form.
 */
function saveDraftTwice(form: HTMLFormElement, customerId: string): void {
  saveDraft(form, customerId);
  setTimeout(() => saveDraft(form, customerId));
}

function CompanyInvoice({ wasWanted, ...fields }: CheckoutFields & { wasWanted: boolean }) {
  const [wanted, setWanted] = useState(wasWanted);
  return (
    <div className={styles.company}>
      <Checkbox
        label="I need an invoice for my company"
        name={FOR_COMPANY}
        checked={wanted}
        onChange={({ target }) => setWanted(target.checked)}
      />
      {wanted && <CompanyFields {...fields} />}
    </div>
  );
}
