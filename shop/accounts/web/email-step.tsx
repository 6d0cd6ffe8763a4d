import { getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { mailboxQuestion, RESET_CODE_DIGITS, resetMessages } from "../password-reset.ts";
import styles from "./account-forms.module.css";
import { askForCode } from "./ask-for-code.ts";
import { EmailField } from "./email-field.tsx";
import { useTypedEmail } from "./typed-email.ts";

/** The first step to a new password: whose it is. */
export function EmailStep({ onVerified }: { onVerified: (email: string) => void }) {
  const typed = useTypedEmail();
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async ({ email }) => {
      await askForCode(email);
      toastSuccess(resetMessages.enterPassword);
      onVerified(email);
    },
    failed: (cause) => toastError(getErrorMessage(cause, resetMessages.verifyFailed)),
  });
  return (
    <form {...form.props} className={styles.form}>
      <EmailField
        typed={typed}
        {...form.field("email")}
        autoComplete="username"
        hint={`We send a code with ${RESET_CODE_DIGITS} digits to it.`}
      />
      <Button {...form.button} wide>
        Verify Email
      </Button>
    </form>
  );
}
