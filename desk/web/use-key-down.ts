import { useLayoutEffect } from "react";

/**
 * Calls `press` for each pressed key, with any focus. `press` must be a stable function. Uses a layout effect, because
 * a normal effect would miss a key that is pressed early.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}

/** True if the key is typed into a field or a dialog, or with a modifier key. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, dialog *"));
