import { links } from "#contract/links.ts";
import { call, messageOf } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { toastError, toastErrors, toastSuccess } from "#ui/toast.ts";
import { register } from "../endpoints.ts";
import {
  REGISTRATION_CITIES,
  REGISTRATION_COUNTRY,
  REGISTRATION_STATE,
  registration,
  registrationMessages,
} from "../registration.ts";
import styles from "./account-forms.module.css";
import { useLeaving } from "./leaving.ts";
import { StepButton } from "./step-button.tsx";
import { useTypedEmail } from "./typed-email.ts";

/** §2.9. Every fault is a toast of its own and stands at its field (D53). `redirect` survives the way (D33). */
export function RegisterForm({ redirect }: { redirect: string | undefined }) {
  const { leaving, leave } = useLeaving();
  const email = useTypedEmail();
  const form = useForm({
    name: "registration",
    schema: registration,
    send: async (filled) => {
      await call(register, { body: filled });
      toastSuccess(registrationMessages.done);
      await goTo(links.logIn(redirect));
    },
    failed: (cause) => toastError(messageOf(cause, registrationMessages.failed)),
    notRight: toastErrors,
  });

  return (
    <div className={classNames(styles.form, leaving && styles.leaving)}>
      <form {...form.props} className={styles.form}>
        <div className={styles.pair}>
          <TextField label="First Name" {...form.field("firstName")} autoComplete="given-name" required />
          <TextField label="Last Name" {...form.field("lastName")} autoComplete="family-name" required />
        </div>
        <TextField
          {...email}
          label="Email"
          {...form.field("email")}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          label="Street Address"
          {...form.field("address.street")}
          autoComplete="street-address"
          required
        />
        <div className={styles.pair}>
          <TextField
            label="Zip Code"
            {...form.field("address.zipCode")}
            autoComplete="postal-code"
            inputMode="numeric"
            required
          />
          <TextField
            label="Country"
            value={REGISTRATION_COUNTRY}
            disabled
            error={form.error("address.country")}
          />
          {/* A browser sends no disabled field. */}
          <input type="hidden" name="address.country" value={REGISTRATION_COUNTRY} />
          <input type="hidden" name="address.state" value={REGISTRATION_STATE} />
        </div>
        <div className={styles.pair}>
          <TextField label="State" value={REGISTRATION_STATE} disabled error={form.error("address.state")} />
          <SelectField
            label="City"
            autoComplete="address-level2"
            defaultValue=""
            {...form.field("address.city")}
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
        <TextField
          label="Phone Number"
          {...form.field("phoneNumber")}
          type="tel"
          autoComplete="tel-national"
          inputMode="numeric"
          hint="10 digits, without +91; the courier calls it if nobody is at home."
          required
        />
        <div className={styles.pair}>
          <TextField
            label="Password"
            {...form.field("password")}
            type="password"
            autoComplete="new-password"
            hint="At least 6 characters"
            required
          />
          <TextField
            label="Confirm Password"
            {...form.field("confirmPassword")}
            type="password"
            autoComplete="new-password"
            required
          />
        </div>
        <Button {...form.button} wide>
          Register
        </Button>
      </form>
      <p className={styles.other}>Already have an account?</p>
      <StepButton
        to={links.logIn()}
        query={{ redirect }}
        onStep={() => leave(links.logIn(redirect))}
        variant="secondary"
        wide
      >
        Back to Login
      </StepButton>
    </div>
  );
}
