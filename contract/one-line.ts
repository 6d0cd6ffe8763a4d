/** A text from outside in one line, without what steers a terminal or hides what it says. */
export const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ");
