import { useLayoutEffect } from "react";

/**
 * Listens to keys wherever the focus is. From the moment the screen is there: after an effect a quick key would come first,
 * and count for nothing. `press` is the same function each time, or the listener changes with it.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}

/** Whether a key that was pressed belongs to a field or a dialog. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, dialog *"));
