import { type InputEvent, useEffect, useRef } from "react";
import type { FormField } from "#client/form.ts";
import { removeStoredInTab, readStoredInTab, writeStoredInTab } from "#client/storage.ts";
import { TextField } from "#ui/field.tsx";

interface EmailFieldProps extends FormField {
  typed: ReturnType<typeof useTypedEmail>;
  autoComplete: "username" | "email";
  hint?: string;
}

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

const KEY = "typedEmail";

/** Keeps the typed address in this tab for the login, registration and reset forms (D33). Returns the field's props. */
export function useTypedEmail() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = readTypedEmail();
    if (email && ref.current?.value === "") ref.current.value = email;
  }, []);
  return {
    ref,
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => saveTypedEmail(currentTarget.value),
  };
}

/** Call it after the login, so that the next user of this tab does not see the address. */
export const removeTypedEmail = (): void => removeStoredInTab(KEY);

export const readTypedEmail = (): string | null => readStoredInTab(KEY);

function saveTypedEmail(email: string): void {
  if (email === "") removeTypedEmail();
  else writeStoredInTab(KEY, email);
}
