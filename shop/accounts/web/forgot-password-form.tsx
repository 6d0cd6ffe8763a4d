import { useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { ApiError } from "#contract/errors.ts";
import { call, messageOf } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { usePosted } from "#client/posted.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { resetPassword, verifyEmail } from "../endpoints.ts";
import {
  mailboxQuestion,
  passwordReset,
  RESET_CODE_DIGITS,
  RESET_CODE_LIFE_MINUTES,
  type ResetLink,
  resetLinkFrom,
  resetMessages,
} from "../password-reset.ts";
import styles from "./account-forms.module.css";
import { useLeaving } from "./leaving.ts";
import { StepButton } from "./step-button.tsx";
import { useTypedEmail } from "./typed-email.ts";

/** §2.11 and D2: the e-mail first, then the code from the mailbox with the new password. */
export function ForgotPasswordForm({ redirect }: { redirect: string | undefined }) {
  const [email, setEmail] = useState(usePostedEmail());
  const [linked, setLinked] = useState<ResetLink | null>(null);
  const { leaving, leave } = useLeaving();
  useEffect(() => {
    const link = resetLinkFrom(location.hash);
    if (!link) return;
    setLinked(link);
    setEmail(link.email);
    // It is a secret: neither the history nor a shared address keeps it.
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return (
    <div className={classNames(styles.form, leaving && styles.leaving)}>
      {email === null ? (
        <EmailStep onVerified={setEmail} />
      ) : (
        <PasswordStep
          key={linked?.code}
          email={email}
          link={linked}
          redirect={redirect}
          onNewCode={() => setLinked(null)}
          onOtherEmail={() => {
            setLinked(null);
            setEmail(null);
          }}
        />
      )}
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

/** Without scripts the page of a posted step begins with the next, or with the same once more. */
function usePostedEmail(): string | null {
  const posted = usePosted();
  const isProven = posted?.form === "new-password" || (posted?.form === "mailbox" && posted.done);
  return isProven ? (posted.values["email"] ?? null) : null;
}

function EmailStep({ onVerified }: { onVerified: (email: string) => void }) {
  const typed = useTypedEmail();
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async ({ email }) => {
      await askForCode(email);
      toastSuccess(resetMessages.enterPassword);
      onVerified(email);
    },
    failed: (cause) => toastError(messageOf(cause, resetMessages.verifyFailed)),
  });
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...typed}
        label="Email"
        {...form.field("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={`We send a code with ${RESET_CODE_DIGITS} digits to it.`}
      />
      <Button {...form.button} wide>
        Verify Email
      </Button>
    </form>
  );
}

interface PasswordStepProps {
  email: string;
  /** Of the mail that led here; then no code has to be typed. */
  link: ResetLink | null;
  redirect: string | undefined;
  onNewCode: () => void;
  onOtherEmail: () => void;
}

function PasswordStep({ email, link, redirect, onNewCode, onOtherEmail }: PasswordStepProps) {
  const form = useForm({
    name: "new-password",
    schema: passwordReset,
    send: async (filled) => {
      await call(resetPassword, { body: filled });
      toastSuccess(resetMessages.done);
      await goTo(links.logIn(redirect));
    },
    failed: (cause) => toastError(whyFailed(cause)),
  });
  return (
    <>
      <form {...form.props} className={styles.form}>
        {link ? (
          <>
            <Notice>
              Choose a new password for <strong>{email}</strong>.
            </Notice>
            {form.error("code") && <Notice tone="danger">{resetMessages.brokenLink}</Notice>}
            <input type="hidden" name="code" value={link.code} />
          </>
        ) : (
          <>
            <Notice>
              We have sent a code to <strong>{email}</strong>. It works for {RESET_CODE_LIFE_MINUTES} minutes;
              please also look among the unwanted mail.
            </Notice>
            <TextField
              ref={startHere}
              label="Code"
              {...form.field("code")}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
            />
          </>
        )}
        {/* So that a password manager knows whose password it keeps. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <TextField
          label="New Password"
          {...form.field("newPassword")}
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          required
        />
        <Button {...form.button} wide>
          Reset Password
        </Button>
      </form>
      <div className={styles.between}>
        <NewCode email={email} onSent={onNewCode} />
        <StepButton to={links.forgotPassword()} query={{ redirect }} onStep={onOtherEmail} variant="quiet">
          Use another email
        </StepButton>
      </div>
    </>
  );
}

function NewCode({ email, onSent }: { email: string; onSent: () => void }) {
  const [said, setSaid] = useState("");
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async () => {
      setSaid((await askForCode(email)) ? NEW_CODE_SENT : CODE_STILL_GOOD);
      onSent();
    },
    failed: (cause) => setSaid(messageOf(cause, resetMessages.verifyFailed)),
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
        {said}
      </p>
    </>
  );
}

const NEW_CODE_SENT = "A new code is on its way. The earlier one no longer works.";
const CODE_STILL_GOOD = "The code we sent a moment ago still works. A new one can be sent after a minute.";

/** The one thing to do now. */
const startHere = (input: HTMLInputElement | null) => input?.focus();

/** Whether a new code was mailed. Any other message than 'Email verified' means that there is no account (§8). */
async function askForCode(email: string): Promise<boolean> {
  const { message, mailed } = await call(verifyEmail, { body: { email } });
  if (message !== resetMessages.verified) throw new ApiError(404, { message: resetMessages.noAccount });
  return mailed;
}

/** §8: with the reason, if the shop gave one. */
const whyFailed = (cause: unknown): string =>
  cause instanceof ApiError && cause.status > 0 && cause.spoken
    ? resetMessages.failedFor(cause.message)
    : resetMessages.failed;
