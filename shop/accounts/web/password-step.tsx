import { links } from "#contract/links.ts";
import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { type FormField, useForm } from "#client/form.ts";
import { goTo } from "#client/links.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { resetPassword } from "../endpoints.ts";
import { passwordReset, RESET_CODE_LIFE_MINUTES, type ResetLink, resetMessages } from "../password-reset.ts";
import styles from "./account-forms.module.css";
import { NewCode } from "./new-code.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { StepButton } from "./step-button.tsx";

interface PasswordStepProps {
  email: string;
  /** Of the mail that led here; then no code has to be typed. */
  link: ResetLink | null;
  redirect: string | undefined;
  onNewCode: () => void;
  onOtherEmail: () => void;
}

/** The second step: the code from the mailbox, and the new password. */
export function PasswordStep({ email, link, redirect, onNewCode, onOtherEmail }: PasswordStepProps) {
  const form = useForm({
    name: "new-password",
    schema: passwordReset,
    send: async (filled) => {
      await call(resetPassword, { body: filled });
      toastSuccess(resetMessages.done);
      await goTo(links.logIn(redirect));
    },
    failed: (cause) => toastError(describeFailure(cause)),
  });
  return (
    <>
      <form {...form.props} className={styles.form}>
        {link ? (
          <LinkNotice email={email} code={link.code} isBroken={Boolean(form.error("code"))} />
        ) : (
          <TypedCode email={email} field={form.field("code")} />
        )}
        {/* So that a password manager knows whose password it stores. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField label="New Password" {...form.field("newPassword")} />
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

/** Led here by the mail, there is no code to be typed. */
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
      minutes; please also look among the unwanted mail.
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

/** The one thing to do now. */
const startHere = (input: HTMLInputElement | null) => input?.focus();

/** §8: with the reason, if the shop gave one. */
const describeFailure = (cause: unknown): string =>
  cause instanceof ApiError && cause.status > 0 && cause.spoken
    ? resetMessages.failedFor(cause.message)
    : resetMessages.failed;
