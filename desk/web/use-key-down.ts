import { useLayoutEffect } from "react";

/**
 * Listens to keys with any focus. Attached before the screen is painted, because an effect would miss a quick key.
 * `press` must be a stable function.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}

/** True if the key event belongs to a field or a dialog. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, dialog *"));
