import { useState } from "react";
import { type FormOutcome, links } from "#contract/links.ts";
import { call } from "#client/api.ts";
import { useForm, type FormField } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { toastFailure } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmailField, PhoneField } from "#ui/contact-fields.tsx";
import { FieldHint, Options, TextField, SelectField } from "#ui/field.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { toastErrors, toastSuccess } from "#ui/toast.ts";
import { findPinHint } from "#shop/addresses/pin-codes.ts";
import {
  type DeliveryArea,
  describeRegistrationState,
  listCities,
  listDeliveredStates,
} from "#shop/addresses/delivery-area.ts";
import { CityField } from "#shop/addresses/web/city-field.tsx";
import { register } from "../endpoints.ts";
import {
  createRegistration,
  registrationMessages,
  REGISTRATION_CITIES,
  REGISTRATION_COUNTRY,
  REGISTRATION_STATE,
} from "../registration.ts";
import { sessionMessages } from "../session.ts";
import { NameFields, NewPasswordField } from "./account-fields.tsx";
import { useLeaving } from "./leaving.ts";
import { useLostAttempt } from "./lost-attempt.ts";
import { logInWith } from "./session.ts";
import { BackToLogin } from "./step-button.tsx";
import { useTypedEmail } from "./typed-email.ts";
import styles from "./account-forms.module.css";

interface RegisterFormProps {
  redirect: string | undefined;
  deliverTo?: DeliveryArea;
  onLoggedIn: () => Promise<void>;
}

/** Shows each error as a toast and at its field (§2.9, D53). */
export function RegisterForm({ redirect, deliverTo, onLoggedIn }: RegisterFormProps) {
  const { leaving, leave } = useLeaving();
  const email = useTypedEmail();
  const sendOnce = useLostAttempt();
  const form = useForm({
    name: "registration",
    schema: createRegistration(deliverTo),
    send: async (values) => {
      const { email, password } = values;
      const isLoggedIn = await sendOnce(
        email,
        () => call(register, { body: values }),
        () => logInWith({ email, password }),
      );
      toastSuccess(registrationMessages.done);
      if (isLoggedIn) return onLoggedIn();
      const carried: FormOutcome = "registered";
      await goTo(links.logIn(redirect), { state: { carried } });
    },
    failed: (cause) => toastFailure(cause, registrationMessages.failed),
    notRight: toastErrors,
  });
  return (
    <div className={classNames(styles.form, leaving && styles.leaving)}>
      <form {...form.props} className={styles.form}>
        <NameFields field={form.field} />
        <EmailField {...email} {...form.field("email")} autoComplete="email" />
        <RegistrationAddress {...form} deliverTo={deliverTo} />
        <PhoneField {...form.field("phoneNumber")} required />
        <NewPasswordField label="Password" {...form.field("password")} />
        <TextField
          label="Confirm Password"
          {...form.field("confirmPassword")}
          type="password"
          autoComplete="new-password"
          required
        />
        <FormFailure text={form.failure} />
        <Button {...form.button} wide>
          Register
        </Button>
      </form>
      <p className={classNames("soft", styles.other)}>{sessionMessages.hasAccount}</p>
      <BackToLogin redirect={redirect} leave={leave} />
    </div>
  );
}

interface RegistrationAddressProps {
  deliverTo: DeliveryArea;
  field: (name: string) => FormField;
  error: (name: string) => string | undefined;
}

const ELSEWHERE_ID = "registration-elsewhere";

/** The state is fixed (§9), unless the owner has set a delivery area (D117). */
function RegistrationAddress({ deliverTo, field, error }: RegistrationAddressProps) {
  const { defaultValue, ...stateField } = field("address.state");
  const [state, setState] = useState(deliverTo === undefined ? REGISTRATION_STATE : (defaultValue ?? ""));
  return (
    <>
      <TextField label="Street Address" {...field("address.street")} autoComplete="address-line1" required />
      <div className={styles.pair}>
        <ZipCodeField {...field("address.zipCode")} state={state} />
        <TextField label="Country" value={REGISTRATION_COUNTRY} disabled error={error("address.country")} />
        {/* Browsers do not send the disabled field above. */}
        <input type="hidden" name="address.country" value={REGISTRATION_COUNTRY} />
        {deliverTo === undefined && <input type="hidden" name="address.state" value={state} />}
      </div>
      <div className="stack gap-2">
        <div className={styles.pair}>
          {deliverTo === undefined ? (
            <TextField
              label="State"
              value={state}
              disabled
              error={error("address.state")}
              aria-describedby={ELSEWHERE_ID}
            />
          ) : (
            <SelectField
              label="State"
              autoComplete="address-level1"
              {...stateField}
              value={state}
              onChange={({ target }) => setState(target.value)}
              required
            >
              <Options prompt="Choose" of={listDeliveredStates(deliverTo)} />
            </SelectField>
          )}
          <CityField
            label="City"
            {...field("address.city")}
            prompt="Choose"
            cities={state === REGISTRATION_STATE ? REGISTRATION_CITIES : listCities(state)}
            isFree={deliverTo !== undefined}
          />
        </div>
        {deliverTo === undefined && (
          <FieldHint id={ELSEWHERE_ID}>
            {describeRegistrationState(state)} <a href={links.contact}>Write to us</a>.
          </FieldHint>
        )}
      </div>
    </>
  );
}

function ZipCodeField({ state, ...field }: FormField & { state: string }) {
  const [zipCode, setTyped] = useState(field.defaultValue ?? "");
  return (
    <TextField
      label="Zip Code"
      {...field}
      autoComplete="postal-code"
      inputMode="numeric"
      onChange={({ target }) => setTyped(target.value)}
      hint={findPinHint(zipCode, state)}
      required
    />
  );
}
