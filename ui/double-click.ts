import type { MouseEvent } from "react";

/** True for all clicks of a fast series except the first. Some people double-click every button, and want one action. */
export const isRepeatedClick = ({ detail }: Pick<MouseEvent, "detail">): boolean => detail > 1;
