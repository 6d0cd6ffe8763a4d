import { useEffect, useRef } from "react";
import { ApiError } from "#contract/errors.ts";
import { useForm } from "#client/form.ts";
import { removeStored, writeStored, readStored } from "#client/storage.ts";
import { toastFailure } from "#client/use-task.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Checkbox } from "#ui/choice.tsx";
import { EmailField } from "#ui/contact-fields.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { credentials } from "../credentials.ts";
import { sessionMessages, REFRESH_EVERY } from "../session.ts";
import { CurrentPasswordField } from "./account-fields.tsx";
import { useLeaving } from "./leaving.ts";
import { logInWith, refreshNow } from "./session.ts";
import { removeTypedEmail, readTypedEmail, useTypedEmail } from "./typed-email.ts";
import styles from "./account-forms.module.css";

const REMEMBERED = "rememberedEmail";

interface LogInFormProps {
  registerHref: string;
  forgotPasswordHref: string;
  onLoggedIn: () => Promise<void>;
}

/** 'Remember Me' stores the e-mail address for the next visit (§2.10, D49). */
export function LogInForm({ registerHref, forgotPasswordHref, onLoggedIn }: LogInFormProps) {
  const email = useTypedEmail();
  const rememberMe = useRef<HTMLInputElement>(null);
  const { leaving, onClick } = useLeaving();
  useRememberedEmail(email.ref, rememberMe);
  useFreshSession();
  const form = useLogIn(rememberMe, onLoggedIn);

  return (
    <form {...form.props} className={classNames(styles.form, leaving && styles.leaving)}>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <EmailField {...email} {...form.field("email")} autoComplete="username" />
      <CurrentPasswordField label="Password" {...form.field("password")} />
      <div className={styles.between}>
        <Checkbox ref={rememberMe} label="Remember Me" />
        <ButtonLink variant="quiet" href={forgotPasswordHref}>
          Forgot Password
        </ButtonLink>
      </div>
      <Button {...form.button} wide busyLabel="Logging" disabled={form.busy}>
        Login
      </Button>
      <section aria-labelledby="register" className={styles.register}>
        <h2 id="register" className="h3">
          New here? Open an account
        </h2>
        <p className="soft">
          It takes a minute, and you can order, follow your parcels and save your addresses.
        </p>
        <ButtonLink variant="secondary" wide href={registerHref} onClick={onClick}>
          Register Now
        </ButtonLink>
      </section>
    </form>
  );
}

const useLogIn = (rememberMe: { current: HTMLInputElement | null }, onLoggedIn: () => Promise<void>) =>
  useForm({
    name: "login",
    schema: credentials,
    send: async (values) => {
      await logInWith(values);
      if (rememberMe.current?.checked) writeStored(REMEMBERED, values.email);
      else removeStored(REMEMBERED);
      removeTypedEmail();
      toastSuccess(sessionMessages.loggedIn);
      await onLoggedIn();
    },
    failed: (cause) => {
      const message = toastFailure(cause, sessionMessages.loginFailed);
      const isWrong = cause instanceof ApiError && cause.status === 401;
      return isWrong ? `${message} ${sessionMessages.checkBoth}` : message;
    },
  });

function useRememberedEmail(
  email: { current: HTMLInputElement | null },
  rememberMe: { current: HTMLInputElement | null },
): void {
  useEffect(() => {
    const stored = readStored(REMEMBERED);
    if (stored === null || !email.current || !rememberMe.current) return;
    if (readTypedEmail() === null && email.current.value === "") email.current.value = stored;
    rememberMe.current.checked = true;
  }, [email, rememberMe]);
}

function useFreshSession(): void {
  useEffect(() => {
    const timer = setInterval(() => void refreshNow(), REFRESH_EVERY);
    return () => clearInterval(timer);
  }, []);
}
