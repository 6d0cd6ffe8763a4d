import { useEffect, useState } from "react";
import { usePosted } from "#client/posted.ts";
import { classNames } from "#ui/class-names.ts";
import { type ResetLink, parseResetLink } from "../password-reset.ts";
import styles from "./account-forms.module.css";
import { EmailStep } from "./email-step.tsx";
import { useLeaving } from "./leaving.ts";
import { PasswordStep } from "./password-step.tsx";
import { BackToLogin } from "./step-button.tsx";

/** §2.11 and D2: the e-mail first, then the code from the mailbox with the new password. */
export function ForgotPasswordForm({ redirect }: { redirect: string | undefined }) {
  const [email, setEmail] = useState(usePostedEmail());
  const [linked, setLinked] = useState<ResetLink | null>(null);
  const { leaving, leave } = useLeaving();
  useEffect(() => {
    const link = parseResetLink(location.hash);
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
      <BackToLogin redirect={redirect} leave={leave} />
    </div>
  );
}

/** Without scripts the page of a posted step begins with the next, or with the same once more. */
function usePostedEmail(): string | null {
  const posted = usePosted();
  const isProven = posted?.form === "new-password" || (posted?.form === "mailbox" && posted.done);
  return isProven ? (posted.values["email"] ?? null) : null;
}
