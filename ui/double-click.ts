import type { MouseEvent } from "react";

/**
 * Returns a click handler that ignores the second click of a double click: some people double-click every button, and
 * want the action once.
 */
export const onceForDoubleClick =
  (action: () => unknown) =>
  ({ detail }: Pick<MouseEvent, "detail">): void => {
    if (detail !== 2) void action();
  };
