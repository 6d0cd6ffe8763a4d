import { ONE_NAME_ONLY } from "#contract/person-name.ts";
import { COURIER_CALLS } from "#contract/person.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { updateProfile } from "../endpoints.ts";
import { profileInput, profileMessages } from "../profile.ts";
import type { User } from "../user.ts";
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
    failed: (cause) => toastError(getErrorMessage(cause, profileMessages.saveFailed)),
  });
  return (
    <form {...form.props} className={styles.form} aria-label="Your details">
      <div className={styles.pair}>
        <TextField
          label="First Name"
          {...form.field("firstName")}
          autoComplete="given-name"
          defaultValue={user.firstName}
          required
        />
        <TextField
          label="Last Name"
          {...form.field("lastName")}
          autoComplete="family-name"
          defaultValue={user.lastName}
          hint={ONE_NAME_ONLY}
          required
        />
      </div>
      <div className={styles.roomyPair}>
        <TextField
          label="Email"
          type="email"
          readOnly
          value={user.email}
          hint="Your e-mail address cannot be changed."
        />
        <TextField
          label="Phone Number"
          {...form.field("phoneNumber")}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          defaultValue={user.phoneNumber}
          hint={`10 digits. ${COURIER_CALLS}`}
          required
        />
      </div>
      <div>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
