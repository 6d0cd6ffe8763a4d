import { useEffect, useRef, useState } from "react";
import type { Address } from "#shop/addresses/saved-address.ts";
import { Button } from "#ui/button.tsx";
import type { Contact, ShippingAddress } from "#shop/orders/recipient.ts";
import { ContactFields } from "./contact-fields.tsx";
import styles from "./destination.module.css";
import { SavedAddresses, ShippingAddressFields } from "./shipping-address-fields.tsx";
import { type ShippingFields, type CheckoutFields, isDestinationComplete } from "./use-checkout-form.ts";

interface DestinationProps {
  contact: Contact;
  ship: ShippingFields;
  addresses: readonly Address[];
  field: CheckoutFields["field"];
  /** One of these fields was refused. */
  isWrong: boolean;
}

/**
 * The recipient and the address of the order (§2.8). Complete ones are a card until the customer wants to change them
 * or one of their fields is refused; the fields are in the form all the time.
 */
export function Destination({ contact, ship, addresses, field, isWrong }: DestinationProps) {
  const { isFolded, unfold, fields } = useFold(isWrong, () => isDestinationComplete(contact, ship.address));
  return (
    <>
      {isFolded && <Card contact={contact} address={ship.address} onChange={unfold} />}
      <div ref={fields} className={isFolded ? styles.folded : styles.fields}>
        {addresses.length > 0 && <SavedAddresses ship={ship} addresses={addresses} />}
        <ContactFields contact={contact} field={field} />
        <ShippingAddressFields ship={ship} field={field} />
      </div>
    </>
  );
}

/** Once open it stays open: nothing closes under the hands of someone who types. */
function useFold(isWrong: boolean, isComplete: () => boolean) {
  const fields = useRef<HTMLDivElement>(null);
  const [isFolded, setFolded] = useState(isComplete);
  const isOpenedByHand = useRef(false);
  if (isFolded && isWrong) setFolded(false);
  useEffect(() => {
    if (!isFolded && isOpenedByHand.current)
      fields.current?.querySelector<HTMLElement>("select, input")?.focus();
  }, [isFolded]);
  const unfold = () => {
    isOpenedByHand.current = true;
    setFolded(false);
  };
  return { isFolded, unfold, fields };
}

interface CardProps {
  contact: Contact;
  address: ShippingAddress;
  onChange: () => void;
}

const Card = ({ contact, address, onChange }: CardProps) => (
  <section className={styles.card} aria-labelledby="destination">
    <h2 id="destination" className={styles.title}>
      Deliver to
    </h2>
    <Button variant="quiet" aria-label="Change name and address" className={styles.change} onClick={onChange}>
      Change
    </Button>
    <address translate="no">
      {contact.firstName} {contact.lastName}
      <span>
        {address.street}, {address.city} {address.zipCode}, {address.state}
      </span>
      <span>
        {address.phoneNumber} · {contact.email}
      </span>
    </address>
  </section>
);
