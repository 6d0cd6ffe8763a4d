import { useRef } from "react";
import { COURIER_CALLS } from "#contract/field.ts";
import { type FormField, useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, TextField } from "#ui/field.tsx";
import { type AddressInput, addressInput } from "../address.ts";
import { type Address, DEFAULT_COUNTRY } from "../saved-address.ts";
import styles from "./address-form.module.css";

interface AddressFormProps {
  /** The one to be changed; null adds another. */
  address: Address | null;
  /** Whether there is a choice at all: the first address is the default anyway. */
  canBeDefault: boolean;
  onSave: (input: AddressInput) => Promise<void>;
  onBack: () => void;
}

/** One address (§2.16). A phone number is for the courier and may be left out (D63). */
export function AddressForm({ address, canBeDefault, onSave, onBack }: AddressFormProps) {
  const isDefault = useRef<HTMLInputElement>(null);
  const form = useForm({
    schema: addressInput,
    send: (filled) =>
      onSave({ ...filled, isDefault: isDefault.current?.checked ?? address?.isDefault ?? false }),
    // The page says what went wrong.
    failed: () => {},
  });
  return (
    <form {...form.props} className={styles.form} aria-label={address ? "Edit address" : "Add a new address"}>
      <Fields address={address} field={form.field} />
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

const fields = [
  { name: "street", label: "Street Address", autoComplete: "street-address", className: styles.whole },
  { name: "city", label: "City", autoComplete: "address-level2" },
  { name: "state", label: "State", autoComplete: "address-level1" },
  { name: "zipCode", label: "Zip Code", autoComplete: "postal-code", inputMode: "numeric" },
] as const;

const Fields = ({
  address,
  field,
}: Pick<AddressFormProps, "address"> & { field: (name: string) => FormField }) => (
  <>
    {fields.map(({ name, ...props }, place) => (
      <TextField
        key={name}
        ref={place === 0 ? focusAtOnce : undefined}
        {...field(name)}
        {...props}
        defaultValue={address?.[name]}
        required
      />
    ))}
    <TextField
      label="Country"
      {...field("country")}
      autoComplete="country-name"
      readOnly
      value={address?.country ?? DEFAULT_COUNTRY}
    />
    <TextField
      label="Phone Number"
      {...field("phoneNumber")}
      type="tel"
      autoComplete="tel-national"
      inputMode="numeric"
      defaultValue={address?.phoneNumber}
      hint={`10 digits; ${COURIER_CALLS} You can leave it out.`}
      className={styles.whole}
    />
  </>
);

/** A visitor who opened the form wants to type. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();
