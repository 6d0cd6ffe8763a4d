import { useRef } from "react";
import { call } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { toastFailure } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { PhoneField } from "#ui/contact-fields.tsx";
import { TextField } from "#ui/field.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { updatePassword, updateProfile } from "../endpoints.ts";
import { passwordChange, profileInput, profileMessages } from "../profile.ts";
import type { User } from "../user.ts";
import { CurrentPasswordField, NameFields, NewPasswordField } from "./account-fields.tsx";
import { useLostAttempt } from "./lost-attempt.ts";
import { updateUser } from "./session.ts";
import styles from "./account-forms.module.css";

export function ProfileForm({ user }: { user: User }) {
  const form = useForm({
    schema: profileInput,
    send: async (values) => {
      const { user: changed, message } = await call(updateProfile, { body: values });
      updateUser(changed);
      toastSuccess(message);
    },
    failed: (cause) => toastFailure(cause, profileMessages.saveFailed),
  });
  return (
    <form {...form.props} className={styles.form} aria-label="Your details">
      <NameFields field={form.field} user={user} />
      <div className={styles.roomyPair}>
        <TextField
          label="Email"
          type="email"
          readOnly
          value={user.email}
          hint="Your e-mail address cannot be changed."
        />
        <PhoneField {...form.field("phoneNumber")} defaultValue={user.phoneNumber} required />
      </div>
      <FormFailure text={form.failure} />
      <div>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const sendOnce = useLostAttempt();
  const form = useForm({
    schema: passwordChange,
    send: async (values) => {
      const { newPassword } = values;
      let message = "";
      const change = async (currentPassword: string) => {
        ({ message } = await call(updatePassword, { body: { currentPassword, newPassword } }));
      };
      // If an earlier attempt has changed the password, the new password is the current one.
      await sendOnce(
        newPassword,
        () => change(values.currentPassword),
        () => change(newPassword),
      );
      toastSuccess(message);
      element.current?.reset();
      onChanged();
    },
    failed: (cause) => toastFailure(cause, profileMessages.passwordFailed),
  });
  return (
    <form {...form.props} ref={element} className={styles.form} aria-label="Password">
      <div className={styles.roomyPair}>
        <CurrentPasswordField label="Current password" {...form.field("currentPassword")} />
        <NewPasswordField label="New password" {...form.field("newPassword")} />
      </div>
      <FormFailure text={form.failure} />
      <div>
        <Button type="submit" variant="secondary" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
