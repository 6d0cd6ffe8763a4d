/** Crockford's base32, without I, L and O, which look like 1 and 0, and without U. */
const CODE = "[0-9A-HJKMNP-TV-Z]{6}";

const ORDER_NUMBER = new RegExp(String.raw`\b([A-Z]{2,5}-${CODE})\b`);

/**
 * Splits a text at its order numbers. The entries with an odd index are the order numbers. They must stay on one line,
 * although a browser may break a line after a hyphen.
 */
export const splitOrderNumbers = (text: string): string[] => text.split(ORDER_NUMBER);

export const findOrderNumber = (text: string): string | null =>
  ORDER_NUMBER.exec(text.toUpperCase())?.[0] ?? null;

/** True if the text has the format of an order number. Earlier orders may have another prefix than new ones. */
export const isOrderNumber = (text: string): boolean => findOrderNumber(text) === text;

export const isOrderCode = (text: string): boolean => new RegExp(`^${CODE}$`).test(text);

/** Reads an order number, also without its hyphen (`TRV 7K3M9Q`) or without its prefix (`7K3M9Q`). */
export const readOrderNumber = (text: string): string =>
  findOrderNumber(text) ??
  text.toUpperCase().replace(new RegExp(String.raw`^([A-Z]{2,5})[\s_]*(${CODE})$`), "$1-$2");

/** Reads O as 0, and I and L as 1. The code of an order number has none of these letters. */
export const readLookalikes = (text: string): string =>
  text.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** Corrects O to 0, and I and L to 1, in words that thereby become order numbers with one of these prefixes. */
export const correctOrderNumbers = (text: string, prefixes: readonly string[]): string =>
  text.replaceAll(/\b([A-Z]{2,5})-([0-9A-Z]{6})\b/gi, (word, prefix: string, code: string) => {
    const corrected = readLookalikes(code);
    return prefixes.includes(prefix.toUpperCase()) && isOrderCode(corrected)
      ? `${prefix}-${corrected}`
      : word;
  });
