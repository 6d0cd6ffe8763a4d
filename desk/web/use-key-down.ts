import { useLayoutEffect } from "react";

/** Calls the stable function `press` for each key. A normal effect would miss a key that is pressed early. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}

export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, dialog *"));
