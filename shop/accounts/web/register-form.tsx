import { COURIER_CALLS } from "#contract/field.ts";
import { links } from "#contract/links.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { TextField } from "#ui/field.tsx";
import { toastError, toastErrors, toastSuccess } from "#ui/toast.ts";
import { register } from "../endpoints.ts";
import { registration, registrationMessages } from "../registration.ts";
import { sessionMessages } from "../session.ts";
import styles from "./account-forms.module.css";
import { EmailField } from "./email-field.tsx";
import { useLeaving } from "./leaving.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { RegistrationAddress } from "./registration-address.tsx";
import { BackToLogin } from "./step-button.tsx";
import { useTypedEmail } from "./typed-email.ts";

/** §2.9. Every error is a toast of its own and is at its field (D53). `redirect` survives the way (D33). */
export function RegisterForm({ redirect }: { redirect: string | undefined }) {
  const { leaving, leave } = useLeaving();
  const email = useTypedEmail();
  const form = useRegistration(redirect);
  return (
    <div className={classNames(styles.form, leaving && styles.leaving)}>
      <form {...form.props} className={styles.form}>
        <div className={styles.pair}>
          <TextField label="First Name" {...form.field("firstName")} autoComplete="given-name" required />
          <TextField label="Last Name" {...form.field("lastName")} autoComplete="family-name" required />
        </div>
        <EmailField typed={email} {...form.field("email")} autoComplete="email" />
        <RegistrationAddress {...form} />
        <TextField
          label="Phone Number"
          {...form.field("phoneNumber")}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          hint={`10 digits; ${COURIER_CALLS}`}
          required
        />
        <Passwords {...form} />
        <Button {...form.button} wide>
          Register
        </Button>
      </form>
      <p className={styles.other}>{sessionMessages.hasAccount}</p>
      <BackToLogin redirect={redirect} leave={leave} />
    </div>
  );
}

const useRegistration = (redirect: string | undefined) =>
  useForm({
    name: "registration",
    schema: registration,
    send: async (filled) => {
      await call(register, { body: filled });
      toastSuccess(registrationMessages.done);
      await goTo(links.logIn(redirect));
    },
    failed: (cause) => toastError(getErrorMessage(cause, registrationMessages.failed)),
    notRight: toastErrors,
  });

const Passwords = ({ field }: Pick<ReturnType<typeof useRegistration>, "field">) => (
  <div className={styles.pair}>
    <NewPasswordField label="Password" {...field("password")} />
    <TextField
      label="Confirm Password"
      {...field("confirmPassword")}
      type="password"
      autoComplete="new-password"
      required
    />
  </div>
);
