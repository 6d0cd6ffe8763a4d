import type { FormField } from "#client/form.ts";
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
    <TextField label="Street Address" {...field("address.street")} autoComplete="street-address" required />
    <div className={styles.pair}>
      <TextField
        label="Zip Code"
        {...field("address.zipCode")}
        autoComplete="postal-code"
        inputMode="numeric"
        required
      />
      <TextField label="Country" value={REGISTRATION_COUNTRY} disabled error={error("address.country")} />
      {/* A browser sends no disabled field. */}
      <input type="hidden" name="address.country" value={REGISTRATION_COUNTRY} />
      <input type="hidden" name="address.state" value={REGISTRATION_STATE} />
    </div>
    <StateAndCity field={field} error={error} />
  </>
);

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
        <option key={city}>{city}</option>
      ))}
    </SelectField>
  </div>
);
