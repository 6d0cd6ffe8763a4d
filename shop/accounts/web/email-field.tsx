import { type InputEvent, useEffect, useRef } from "react";
import type { FormField } from "#client/form.ts";
import { removeStoredInTab, readStoredInTab, writeStoredInTab } from "#client/storage.ts";
import { TextField } from "#ui/field.tsx";

interface EmailFieldProps extends FormField {
  /** Keeps the typed address for the other forms. */
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

const KEY = "typedEmail";

/**
 * Keeps the typed e-mail address for login, registration and new password (D33): a field with these props starts with
 * the last input of this tab.
 */
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

/** Removes the typed address after the login, so that the next user of this tab does not see it. */
export const removeTypedEmail = (): void => removeStoredInTab(KEY);

/** Null when nothing was typed. */
export const readTypedEmail = (): string | null => readStoredInTab(KEY);

function saveTypedEmail(email: string): void {
  if (email === "") removeTypedEmail();
  else writeStoredInTab(KEY, email);
}
