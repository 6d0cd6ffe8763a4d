/** Puts a text from outside on one line and removes characters that control a terminal or are invisible. */
export const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ");
