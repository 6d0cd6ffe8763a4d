/** True if the database can store the text: it contains neither U+0000 nor an unpaired surrogate (security §4). */
export const isWellFormedText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

export const UNSTORABLE_TEXT = "This text contains characters that cannot be saved.";

/** True if two texts are equal, ignoring case and outer spaces. 'Bowl' does not equal 'Fruit Bowl' (D34). */
export const isSameText = (first: string, other: string): boolean =>
  first.trim().toLowerCase() === other.trim().toLowerCase();

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Makes the first letter lower-case, except in `E-mail` and in codes such as `PIN`. */
export const uncapitalise = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Joins the texts that are not empty. */
export const joinTexts = (separator: string, ...texts: (string | false | null | undefined)[]): string =>
  texts.filter(Boolean).join(separator);

/** Joins the first texts and counts the others: `teak-tray, everyday-bowl and 3 more`. */
export function joinFirst(texts: readonly string[], most = 5): string {
  const remaining = texts.length - most;
  return texts.slice(0, most).join(", ") + (remaining > 0 ? ` and ${remaining} more` : "");
}

/** Formats a count with its noun: `1 piece`, `3 pieces`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Converts Indian, Arabic, Persian and full-width digits to ASCII digits: `९८२५` → `9825`. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** The code points of the digit zero in several scripts. In Unicode, the digits 1 to 9 follow the zero. */
const ZEROS = Array.from("०০੦૦୦௦౦೦൦٠۰０", (zero) => zero.codePointAt(0) ?? 0);

/**
 * Puts a text on one line. Replaces control characters with spaces, and removes invisible characters, which could hide
 * text in a document. Keeps a zero-width joiner after a combining mark, because several Indian scripts need it.
 */
export const toPrintable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/(?!(?<=\p{M})[\u200C\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** Divides a text into lines at spaces. `fits` is true if a line is short enough. A longer word has its own line. */
export function wrapWords(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && fits(`${line} ${word}`)) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
