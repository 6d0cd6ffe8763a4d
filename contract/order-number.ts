const ORDER_NUMBER = /\b([A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{6})\b/;

/**
 * Splits a text at its order numbers. The entries with an odd index are the order numbers. They must stay on one line,
 * although a browser may break a line after a hyphen.
 */
export const splitOrderNumbers = (text: string): string[] => text.split(ORDER_NUMBER);
