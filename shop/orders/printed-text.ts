/** Emoji and the characters that join or colour them. The fonts of the documents would print them as empty boxes. */
const EMOJI =
  /\s*(?:(?:(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}])\u200D?\s*)+/gu;

/** Letters and digits in a decorative style, such as 𝓐, or in full width. */
const STYLED = /[\u{1D400}-\u{1D7FF}\u{FF01}-\u{FF5E}]/gu;

export function toPrintedText(text: string): string {
  const normalized = text.replaceAll(STYLED, (letter) => letter.normalize("NFKC"));
  const withoutEmoji = normalized.replaceAll(EMOJI, (run) => (/\s/.test(run) ? " " : ""));
  return withoutEmoji === normalized ? normalized : withoutEmoji.trim();
}
