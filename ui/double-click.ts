import type { MouseEvent } from "react";

/** True for the second click of a double click. Some people double-click every button, and want the action once. */
export const isSecondClick = ({ detail }: Pick<MouseEvent, "detail">): boolean => detail === 2;
