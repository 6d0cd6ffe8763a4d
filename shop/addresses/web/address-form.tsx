import { useRef, useState } from "react";
import { COURIER_CALLS } from "#contract/person.ts";
import { type FormField, useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { PhoneField } from "#ui/contact-fields.tsx";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { type AddressInput, addressInput, LABEL_MAX } from "../address.ts";
import { listIndianStates } from "../indian-states.ts";
import { chooseCity, findPinHint, findPlaceOfPin } from "../pin-codes.ts";
import { type Address, DEFAULT_COUNTRY } from "../saved-address.ts";
import styles from "./address-form.module.css";

interface AddressFormProps {
  address: Address | null;
  /** False hides the checkbox, because a first address and the default address are always the default. */
  canBeDefault: boolean;
  onSave: (input: AddressInput) => Promise<void>;
  onBack: () => void;
}

/** The phone number is for the courier, and is optional (§2.16, D63). */
export function AddressForm({ address, canBeDefault, onSave, onBack }: AddressFormProps) {
  const isDefault = useRef<HTMLInputElement>(null);
  const form = useForm({
    schema: addressInput,
    send: (values) =>
      onSave({ ...values, isDefault: isDefault.current?.checked ?? address?.isDefault ?? false }),
    // `onSave` shows the error.
    failed: () => {},
  });
  return (
    <form {...form.props} className={styles.form} aria-label={address ? "Edit address" : "Add a new address"}>
      <Fields address={address} field={form.field} isSaved />
      {canBeDefault && (
        <Checkbox ref={isDefault} label="Make this my default address" className={styles.whole} />
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          Save address
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}

type Lines = Pick<Address, "street" | "city" | "state" | "zipCode" | "country" | "phoneNumber"> &
  Partial<Pick<Address, "label" | "recipient">>;

interface AddressFieldsProps {
  address: Lines | null;
  field: (name: string) => FormField;
  /** If set, the state cannot be changed, and this text explains why. */
  fixedState?: string | undefined;
  needsPhone?: boolean;
  isSaved?: boolean;
}

export const AddressFields = (props: AddressFieldsProps) => (
  <div className={styles.form}>
    <Fields {...props} />
  </div>
);

function Fields({ address, field, fixedState, needsPhone = false, isSaved = false }: AddressFieldsProps) {
  const [state, setState] = useState(address?.state ?? "");
  const [city, setCity] = useState(address?.city ?? "");
  const [zipCode, setZipCode] = useState(address?.zipCode ?? "");
  const [isStateChosen, setStateChosen] = useState(false);
  return (
    <>
      <TextField
        ref={focusAtOnce}
        label="Street Address"
        {...field("street")}
        autoComplete="address-line1"
        defaultValue={address?.street}
        className={styles.whole}
        required
      />
      <TextField
        label="City"
        {...field("city")}
        autoComplete="address-level2"
        value={city}
        onChange={({ target }) => setCity(target.value)}
        required
      />
      {fixedState ? (
        <TextField label="State" {...field("state")} readOnly value={state} hint={fixedState} />
      ) : (
        <SelectField
          label="State"
          {...field("state")}
          autoComplete="address-level1"
          value={state}
          onChange={({ target }) => {
            setState(target.value);
            setStateChosen(true);
          }}
          required
        >
          <Options prompt="Choose a state" of={listIndianStates(address?.state)} />
        </SelectField>
      )}
      <TextField
        label="Zip Code"
        {...field("zipCode")}
        autoComplete="postal-code"
        inputMode="numeric"
        value={zipCode}
        onChange={({ target }) => {
          setZipCode(target.value);
          const place = findPlaceOfPin(target.value);
          const isSameState = state === "" || state === place?.state;
          if (!place || fixedState || (isStateChosen && !isSameState)) return;
          setState(place.state);
          setCity(isSameState ? chooseCity(city, place.city) : place.city);
        }}
        hint={findPinHint(zipCode, state)}
        required
      />
      <TextField
        label="Country"
        {...field("country")}
        autoComplete="country-name"
        readOnly
        value={address?.country ?? DEFAULT_COUNTRY}
      />
      {isSaved && (
        <>
          <TextField
            label="Label"
            {...field("label")}
            defaultValue={address?.label}
            maxLength={LABEL_MAX}
            autoComplete="off"
            hint="For example Amma's house. Optional."
          />
          <TextField
            label="Recipient"
            {...field("recipient")}
            defaultValue={address?.recipient}
            autoComplete="off"
            hint="The name of the person who lives there, if it isn't you. Optional."
          />
        </>
      )}
      <PhoneField
        {...field("phoneNumber")}
        defaultValue={address?.phoneNumber}
        hint={`10 digits. ${COURIER_CALLS}${needsPhone ? "" : " Optional."}`}
        className={styles.whole}
        required={needsPhone}
      />
    </>
  );
}

const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();
