import { type ReactNode, useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { ApiError } from "#contract/errors.ts";
import { usePosted } from "#client/posted.ts";
import { getErrorMessage, call } from "#client/api.ts";
import { useForm, type FormField } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { toastFailure } from "#client/use-task.ts";
import { classNames } from "#ui/class-names.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { EmailField } from "#ui/contact-fields.tsx";
import { TextField } from "#ui/field.tsx";
import { FormFailure, Notice } from "#ui/notice.tsx";
import {
  type ResetLink,
  parseResetLink,
  mailboxQuestion,
  resetMessages,
  passwordReset,
  RESET_CODE_LIFE_MINUTES,
} from "../password-reset.ts";
import { resetPassword, verifyEmail } from "../endpoints.ts";
import { useLeaving } from "./leaving.ts";
import { useLostAttempt } from "./lost-attempt.ts";
import { logInWith } from "./session.ts";
import { BackToLogin, StepButton } from "./step-button.tsx";
import { NewPasswordField } from "./account-fields.tsx";
import { useTypedEmail } from "./typed-email.ts";
import styles from "./account-forms.module.css";

interface ForgotPasswordFormProps {
  redirect: string | undefined;
  onLoggedIn: () => Promise<void>;
  renderAround: (lead: string, form: ReactNode) => ReactNode;
}

export function ForgotPasswordForm({ redirect, onLoggedIn, renderAround }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState(usePostedEmail());
  const [linked, setLinked] = useState<ResetLink | null>(null);
  const { leaving, leave } = useLeaving();
  useEffect(() => {
    const link = parseResetLink(location.hash);
    if (!link) return;
    setLinked(link);
    setEmail(link.email);
    // The reset code must not stay in the browser history or in a link that the customer shares.
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return renderAround(
    describeStep(email, linked),
    <div className={classNames(styles.form, leaving && styles.leaving)}>
      {email === null ? (
        <EmailStep onVerified={setEmail} />
      ) : (
        <PasswordStep
          key={linked?.code}
          email={email}
          link={linked}
          redirect={redirect}
          onLoggedIn={onLoggedIn}
          onNewCode={() => setLinked(null)}
          onOtherEmail={() => {
            setLinked(null);
            setEmail(null);
          }}
        />
      )}
      <BackToLogin redirect={redirect} leave={leave} />
    </div>,
  );
}

function describeStep(email: string | null, link: ResetLink | null): string {
  if (email === null) return "Enter your e-mail. We'll send a code.";
  return link ? "Set a new password." : "Enter the code from our e-mail and choose a new password.";
}

/** Returns the e-mail address if a browser without JavaScript posted the form and step 2 follows; otherwise null. */
function usePostedEmail(): string | null {
  const posted = usePosted();
  const isProven = posted?.form === "new-password" || (posted?.form === "mailbox" && posted.done);
  return isProven ? (posted.values["email"] ?? null) : null;
}

function EmailStep({ onVerified }: { onVerified: (email: string) => void }) {
  const typedEmail = useTypedEmail();
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async ({ email }) => {
      await requestCode(email);
      toastSuccess(resetMessages.enterPassword);
      onVerified(email);
    },
    failed: (cause) => toastFailure(cause, resetMessages.verifyFailed),
  });
  return (
    <form {...form.props} className={styles.form}>
      <FormFailure text={form.failure} />
      <EmailField {...typedEmail} {...form.field("email")} autoComplete="username" />
      <Button {...form.button} wide>
        Verify Email
      </Button>
    </form>
  );
}

interface PasswordStepProps {
  email: string;
  link: ResetLink | null;
  redirect: string | undefined;
  onLoggedIn: () => Promise<void>;
  onNewCode: () => void;
  onOtherEmail: () => void;
}

function PasswordStep({ email, link, redirect, onLoggedIn, onNewCode, onOtherEmail }: PasswordStepProps) {
  const sendOnce = useLostAttempt();
  const form = useForm({
    name: "new-password",
    schema: passwordReset,
    send: async (values) => {
      const password = values.newPassword;
      const isLoggedIn = await sendOnce(
        password,
        () => call(resetPassword, { body: values }),
        () => logInWith({ email, password }),
      );
      toastSuccess(resetMessages.done);
      await (isLoggedIn ? onLoggedIn() : goTo(links.logIn(redirect)));
    },
    failed: (cause) => {
      toastError(describeFailure(cause));
      return getErrorMessage(cause, "");
    },
  });
  return (
    <>
      <form {...form.props} className={styles.form}>
        {link ? (
          <LinkNotice email={email} code={link.code} isBroken={Boolean(form.error("code"))} />
        ) : (
          <TypedCode email={email} field={form.field("code")} />
        )}
        {/* Lets a password manager save the new password for the right account. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField label="New Password" {...form.field("newPassword")} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button {...form.button} wide>
          Reset Password
        </Button>
      </form>
      <div className={styles.between}>
        <NewCode email={email} onSent={onNewCode} />
        <StepButton to={links.forgotPassword()} query={{ redirect }} onStep={onOtherEmail} variant="quiet">
          Use another e-mail
        </StepButton>
      </div>
    </>
  );
}

const LinkNotice = ({ email, code, isBroken }: { email: string; code: string; isBroken: boolean }) => (
  <>
    <Notice>
      Choose a new password for <strong translate="no">{email}</strong>.
    </Notice>
    {isBroken && <Notice tone="danger">{resetMessages.brokenLink}</Notice>}
    <input type="hidden" name="code" value={code} />
  </>
);

const TypedCode = ({ email, field }: { email: string; field: FormField }) => (
  <>
    <Notice>
      We have sent a code to <strong translate="no">{email}</strong>. It works for {RESET_CODE_LIFE_MINUTES}{" "}
      minutes. Please check your spam folder too.
    </Notice>
    <TextField
      ref={startHere}
      label="Code"
      {...field}
      autoComplete="one-time-code"
      inputMode="numeric"
      required
    />
  </>
);

const startHere = (input: HTMLInputElement | null) => input?.focus();

const describeFailure = (cause: unknown): string =>
  cause instanceof ApiError && cause.statusText
    ? resetMessages.failedFor(cause.statusText)
    : resetMessages.failed;

function NewCode({ email, onSent }: { email: string; onSent: () => void }) {
  const [message, setMessage] = useState("");
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async () => {
      setMessage(
        (await requestCode(email))
          ? "We've sent a new code. The old one no longer works."
          : "The code we just sent still works. You can ask for a new one after a minute.",
      );
      onSent();
    },
    failed: (cause) => setMessage(getErrorMessage(cause, resetMessages.verifyFailed)),
  });
  return (
    <>
      <form {...form.props}>
        <input type="hidden" name="email" value={email} />
        <Button {...form.button} variant="quiet">
          Send a new code
        </Button>
      </form>
      <p role="status" className={styles.said}>
        {message}
      </p>
    </>
  );
}

/** Requests a code. Returns true if one was mailed. @throws ApiError if the address has no account (§8) */
async function requestCode(email: string): Promise<boolean> {
  const { message, mailed } = await call(verifyEmail, { body: { email } });
  if (message !== resetMessages.verified) throw new ApiError(404, { message: resetMessages.noAccount });
  return mailed;
}
