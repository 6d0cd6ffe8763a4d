import type { MouseEvent } from "react";

/** True for all clicks of a fast series except the first, because some people double-click every button. */
export const isRepeatedClick = ({ detail }: Pick<MouseEvent, "detail">): boolean => detail > 1;
