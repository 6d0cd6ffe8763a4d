import type { FormField } from "#client/form.ts";
import { TextField } from "#ui/field.tsx";
import { NEW_PASSWORD_HINT } from "../credentials.ts";

export const NewPasswordField = (props: FormField & { label: string }) => (
  <TextField {...props} type="password" autoComplete="new-password" hint={NEW_PASSWORD_HINT} required />
);
