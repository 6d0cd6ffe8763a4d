import type { FormField } from "#client/form.ts";
import { TextField } from "#ui/field.tsx";
import type { useTypedEmail } from "./typed-email.ts";

interface EmailFieldProps extends FormField {
  /** What is typed goes along to the other forms. */
  typed: ReturnType<typeof useTypedEmail>;
  autoComplete: "username" | "email";
  hint?: string;
}

/** A field for the e-mail address of an account. */
export const EmailField = ({ typed, ...field }: EmailFieldProps) => (
  <TextField
    {...typed}
    label="Email"
    {...field}
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);
