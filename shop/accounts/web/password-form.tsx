import { useRef } from "react";
import { call, getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { updatePassword } from "../endpoints.ts";
import { passwordChange, profileMessages } from "../profile.ts";
import { CurrentPasswordField, NewPasswordField } from "./account-fields.tsx";
import styles from "./account-forms.module.css";

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    schema: passwordChange,
    send: async (values) => {
      toastSuccess((await call(updatePassword, { body: values })).message);
      element.current?.reset();
      onChanged();
    },
    failed: (cause) => toastError(getErrorMessage(cause, profileMessages.passwordFailed)),
  });
  return (
    <form {...form.props} ref={element} className={styles.form} aria-label="Password">
      <div className={styles.roomyPair}>
        <CurrentPasswordField label="Current password" {...form.field("currentPassword")} />
        <NewPasswordField label="New password" {...form.field("newPassword")} />
      </div>
      <div>
        <Button type="submit" variant="secondary" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
