import { useState } from "react";
import { getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { mailboxQuestion, resetMessages } from "../password-reset.ts";
import styles from "./account-forms.module.css";
import { askForCode } from "./ask-for-code.ts";

/** The button that has another code sent, and what became of it. */
export function NewCode({ email, onSent }: { email: string; onSent: () => void }) {
  const [said, setSaid] = useState("");
  const form = useForm({
    name: "mailbox",
    schema: mailboxQuestion,
    send: async () => {
      setSaid((await askForCode(email)) ? NEW_CODE_SENT : CODE_STILL_GOOD);
      onSent();
    },
    failed: (cause) => setSaid(getErrorMessage(cause, resetMessages.verifyFailed)),
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
