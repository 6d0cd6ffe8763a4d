import { type InputEvent, useEffect, useRef } from "react";

const KEY = "typedEmail";

/**
 * Carries the e-mail address from login to registration to a new password and back (D33): a field with these props
 * begins with what was typed last, in this tab.
 */
export function useTypedEmail() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const typed = typedEmail();
    if (typed && ref.current?.value === "") ref.current.value = typed;
  }, []);
  return {
    ref,
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => keepTypedEmail(currentTarget.value),
  };
}

/** The customer is in: whoever uses this tab next begins anew. */
export const forgetTypedEmail = (): void => keepTypedEmail("");

/** Null when nothing was typed. */
export function typedEmail(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keepTypedEmail(typed: string): void {
  try {
    if (typed === "") sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, typed);
  } catch {
    // Without storage it is typed again.
  }
}
