import { ONE_NAME_ONLY } from "#contract/person-name.ts";
import type { FormField } from "#client/form.ts";
import { TextField } from "#ui/field.tsx";
import { NEW_PASSWORD_HINT } from "../credentials.ts";
import type { User } from "../user.ts";
import styles from "./account-forms.module.css";

interface NameFieldsProps {
  field: (name: string) => FormField;
  user?: Pick<User, "firstName" | "lastName">;
}

export const NameFields = ({ field, user }: NameFieldsProps) => (
  <div className={styles.pair}>
    <TextField
      label="First Name"
      defaultValue={user?.firstName}
      {...field("firstName")}
      autoComplete="given-name"
      required
    />
    <TextField
      label="Last Name"
      defaultValue={user?.lastName}
      {...field("lastName")}
      autoComplete="family-name"
      hint={ONE_NAME_ONLY}
      required
    />
  </div>
);

type PasswordFieldProps = FormField & { label: string };

export const CurrentPasswordField = (props: PasswordFieldProps) => (
  <TextField {...props} type="password" autoComplete="current-password" required />
);

export const NewPasswordField = (props: PasswordFieldProps) => (
  <TextField {...props} type="password" autoComplete="new-password" hint={NEW_PASSWORD_HINT} required />
);
