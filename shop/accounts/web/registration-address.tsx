import { useState } from "react";
import type { FormField } from "#client/form.ts";
import { findPinHint } from "#shop/addresses/pin-codes.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { REGISTRATION_CITIES, REGISTRATION_COUNTRY, REGISTRATION_STATE } from "../registration.ts";
import styles from "./account-forms.module.css";

interface RegistrationAddressProps {
  field: (name: string) => FormField;
  error: (name: string) => string | undefined;
}

/** Where the new customer lives: customers register from one state (§9). */
export const RegistrationAddress = ({ field, error }: RegistrationAddressProps) => (
  <>
    <TextField label="Street Address" {...field("address.street")} autoComplete="address-line1" required />
    <div className={styles.pair}>
      <ZipCodeField {...field("address.zipCode")} />
      <TextField label="Country" value={REGISTRATION_COUNTRY} disabled error={error("address.country")} />
      {/* A browser sends no disabled field. */}
      <input type="hidden" name="address.country" value={REGISTRATION_COUNTRY} />
      <input type="hidden" name="address.state" value={REGISTRATION_STATE} />
    </div>
    <StateAndCity field={field} error={error} />
  </>
);

function ZipCodeField(field: FormField) {
  const [typed, setTyped] = useState(field.defaultValue ?? "");
  return (
    <TextField
      label="Zip Code"
      {...field}
      autoComplete="postal-code"
      inputMode="numeric"
      onChange={({ target }) => setTyped(target.value)}
      hint={findPinHint(typed, REGISTRATION_STATE)}
      required
    />
  );
}

const StateAndCity = ({ field, error }: RegistrationAddressProps) => (
  <div className={styles.pair}>
    <TextField label="State" value={REGISTRATION_STATE} disabled error={error("address.state")} />
    <SelectField
      label="City"
      autoComplete="address-level2"
      defaultValue=""
      {...field("address.city")}
      required
    >
      <option value="" disabled>
        Choose your city
      </option>
      {REGISTRATION_CITIES.map((city) => (
        <option key={city} value={city}>
          {city}
        </option>
      ))}
    </SelectField>
  </div>
);
