/**
 * Emoji and the characters that join or colour them. The fonts of the documents do not contain them, so they would be
 * printed as empty boxes.
 */
const EMOJI =
  /\s*(?:(?:(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}])\u200D?\s*)+/gu;

/** Latin letters and digits in another style, such as 𝓐, or in full width. */
const STYLED = /[\u{1D400}-\u{1D7FF}\u{FF01}-\u{FF5E}]/gu;

/** Returns a text for printing: without emoji, and with plain instead of styled letters. */
export function toPrintedText(text: string): string {
  const normalized = text.replaceAll(STYLED, (letter) => letter.normalize("NFKC"));
  const withoutEmoji = normalized.replaceAll(EMOJI, (run) => (/\s/.test(run) ? " " : ""));
  return withoutEmoji === normalized ? normalized : withoutEmoji.trim();
}
