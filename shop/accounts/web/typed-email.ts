import { type InputEvent, useEffect, useRef } from "react";
import { removeStoredInTab, readStoredInTab, writeStoredInTab } from "#client/tab-storage.ts";

const KEY = "typedEmail";

/**
 * Carries the e-mail address from login to registration to a new password and back (D33): a field with these props
 * begins with what was typed last, in this tab.
 */
export function useTypedEmail() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const typed = readTypedEmail();
    if (typed && ref.current?.value === "") ref.current.value = typed;
  }, []);
  return {
    ref,
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => saveTypedEmail(currentTarget.value),
  };
}

/** The customer is in: the next user of this tab begins again. */
export const removeTypedEmail = (): void => removeStoredInTab(KEY);

/** Null when nothing was typed. */
export const readTypedEmail = (): string | null => readStoredInTab(KEY);

function saveTypedEmail(typed: string): void {
  if (typed === "") removeTypedEmail();
  else writeStoredInTab(KEY, typed);
}
