import { type InputEvent, useEffect, useRef } from "react";
import { removeStoredInTab, readStoredInTab, writeStoredInTab } from "#client/storage.ts";

const KEY = "typedEmail";

/** Keeps the typed e-mail address in this tab for the login, registration and reset forms (D33). */
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

/** Call this after the login, so that the next user of this tab does not see the e-mail address. */
export const removeTypedEmail = (): void => removeStoredInTab(KEY);

export const readTypedEmail = (): string | null => readStoredInTab(KEY);

function saveTypedEmail(email: string): void {
  if (email === "") removeTypedEmail();
  else writeStoredInTab(KEY, email);
}
