import { type InputEvent, useEffect, useRef } from "react";
import { forgetInTab, rememberedInTab, rememberInTab } from "#client/tab-storage.ts";

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
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => saveTypedEmail(currentTarget.value),
  };
}

/** The customer is in: anyone who uses this tab next begins anew. */
export const forgetTypedEmail = (): void => forgetInTab(KEY);

/** Null when nothing was typed. */
export const typedEmail = (): string | null => rememberedInTab(KEY);

function saveTypedEmail(typed: string): void {
  if (typed === "") forgetTypedEmail();
  else rememberInTab(KEY, typed);
}
