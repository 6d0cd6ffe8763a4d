import { useLayoutEffect } from "react";

/**
 * Calls `press` for each pressed key. `press` must be stable. A normal effect would miss a key that the user presses
 * early.
 */
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
