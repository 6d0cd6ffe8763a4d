import { links } from "#contract/links.ts";
import { COURIER_CALLS } from "#contract/person.ts";
import { formatPlace } from "#contract/place.ts";
import { findPinHint, isPinCode, readZipCode } from "#shop/addresses/pin-codes.ts";
import { CityField } from "#shop/addresses/web/city-field.tsx";
import type { Address } from "#shop/addresses/saved-address.ts";
import { classNames } from "#ui/class-names.ts";
import { PhoneField } from "#ui/contact-fields.tsx";
import { FieldHint, Options, SelectField, TextField } from "#ui/field.tsx";
import { checkoutMessages } from "../checkout.ts";
import type { ShippingAddress } from "#shop/documents/recipient.ts";
import {
  type DeliveryArea,
  describeStates,
  listCities,
  listStates,
  SHIPPING_COUNTRY,
} from "#shop/addresses/delivery-area.ts";
import styles from "./checkout-form.module.css";
import {
  BUYER_PHONE,
  COURIER_PHONE,
  RECIPIENT,
  STATE_CHOSEN,
  type ShippingFields,
  type CheckoutFields,
} from "./use-checkout-form.ts";

interface ShippingAddressFieldsProps extends Pick<CheckoutFields, "field"> {
  ship: ShippingFields;
  deliverTo: DeliveryArea;
}

export const SavedAddresses = ({
  ship,
  addresses,
}: {
  ship: ShippingFields;
  addresses: readonly Address[];
}) => (
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

export const ShippingAddressFields = ({ ship, deliverTo, field }: ShippingAddressFieldsProps) => (
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

export function RecipientFields({ ship, field }: Omit<ShippingAddressFieldsProps, "deliverTo">) {
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
