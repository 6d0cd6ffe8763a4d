/** Whether a text can be stored and shown at all: no U+0000 and no half of a surrogate pair (security §4). */
export const isWellFormedText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

export const UNSTORABLE_TEXT = "This text holds characters that cannot be stored.";

/** Compares as shoppers do: 'Tray' is 'tray', but 'Bowl' is not 'Fruit Bowl' (D34). */
export const isSameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** `1 piece`, `3 pieces`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `९८२५` and `૯૮૨૫` as `9825`: the digits of Indian scripts, Arabic and Persian, and those of full width. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** The zero of each script; its nine other digits follow it in Unicode. */
const ZEROS = Array.from("०০੦૦୦௦౦೦൦٠۰０", (zero) => zero.codePointAt(0) ?? 0);

/**
 * A text on one line, without what is not a letter: control characters, and the invisible ones, which could make a
 * document read differently from what it says or a name look empty. A joiner after a sign that silences a vowel belongs
 * to the letters of several Indian scripts.
 */
export const toPrintable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/(?!(?<=\p{M})[\u200C\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
