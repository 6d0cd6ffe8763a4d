import { links } from "#contract/links.ts";
import { call, wordsOf } from "#lib/api.ts";
import { useForm } from "#lib/form.ts";
import { goTo } from "#lib/links.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { register } from "../endpoints.ts";
import {
  REGISTRATION_CITIES,
  REGISTRATION_COUNTRY,
  REGISTRATION_STATE,
  registration,
  registrationSentences,
} from "../registration.ts";
import styles from "./account-forms.module.css";
import { useLeaving } from "./leaving.ts";
import { useTypedEmail } from "./typed-email.ts";

/** The disabled fields, which a browser does not send. */
const FIXED = { "address.country": REGISTRATION_COUNTRY, "address.state": REGISTRATION_STATE } as const;

/** §2.9. Every fault is a toast of its own and stands at its field (D53). `redirect` survives the way (D33). */
export function RegisterForm({ redirect }: { redirect: string | undefined }) {
  const { leaving, leave } = useLeaving();
  const email = useTypedEmail();
  const form = useForm({
    schema: registration,
    also: FIXED,
    send: async (filled) => {
      await call(register, { body: filled });
      toastSuccess(registrationSentences.done);
      await goTo(links.logIn(redirect));
    },
    failed: (cause) => toastError(wordsOf(cause, registrationSentences.failed)),
    notRight: (sentences) => sentences.forEach(toastError),
  });

  return (
    <form {...form.props} className={classNames(styles.form, leaving && styles.leaving)}>
      <div className={styles.pair}>
        <TextField
          label="First Name"
          name="firstName"
          autoComplete="given-name"
          required
          error={form.error("firstName")}
        />
        <TextField
          label="Last Name"
          name="lastName"
          autoComplete="family-name"
          required
          error={form.error("lastName")}
        />
      </div>
      <TextField
        {...email}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={form.error("email")}
      />
      <TextField
        label="Street Address"
        name="address.street"
        autoComplete="street-address"
        required
        error={form.error("address.street")}
      />
      <div className={styles.pair}>
        <TextField
          label="Zip Code"
          name="address.zipCode"
          autoComplete="postal-code"
          inputMode="numeric"
          required
          error={form.error("address.zipCode")}
        />
        <TextField
          label="Country"
          value={REGISTRATION_COUNTRY}
          disabled
          error={form.error("address.country")}
        />
      </div>
      <div className={styles.pair}>
        <TextField label="State" value={REGISTRATION_STATE} disabled error={form.error("address.state")} />
        <SelectField
          label="City"
          name="address.city"
          autoComplete="address-level2"
          defaultValue=""
          required
          error={form.error("address.city")}
        >
          <option value="" disabled>
            Choose your city
          </option>
          {REGISTRATION_CITIES.map((city) => (
            <option key={city}>{city}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Phone Number"
        name="phoneNumber"
        type="tel"
        autoComplete="tel-national"
        inputMode="numeric"
        hint="10 digits, without +91; the courier calls it if nobody is at home."
        required
        error={form.error("phoneNumber")}
      />
      <div className={styles.pair}>
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          required
          error={form.error("password")}
        />
        <TextField
          label="Confirm Password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          error={form.error("confirmPassword")}
        />
      </div>
      <Button type="submit" wide busy={form.busy}>
        Register
      </Button>
      <p className={styles.other}>Already have an account?</p>
      <Button variant="secondary" wide onClick={() => leave(links.logIn(redirect))}>
        Back to Login
      </Button>
    </form>
  );
}
