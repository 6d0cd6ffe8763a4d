import * as v from "valibot";
import { toPrintable } from "#contract/text.ts";
import {
  calculateFirstDispatchDay,
  describeNotBefore,
  formatDispatchDay,
} from "#shop/policies/delivery-dates.ts";
import type { OrderRules } from "#shop/policies/rules.ts";
import { textUpTo } from "#contract/person.ts";

export const GIFT_MESSAGE_MAX = 300;

/** If the message is empty, the gift has no card. */
export const giftSchema = v.object({
  message: v.optional(
    v.pipe(
      v.string(),
      // Browsers submit each line break as two characters, `\r\n`. The limit must count one character.
      v.transform((input) => input.replaceAll("\r\n", "\n")),
      textUpTo(GIFT_MESSAGE_MAX),
    ),
    "",
  ),
});

export type Gift = v.InferOutput<typeof giftSchema>;

export const giftMessages = {
  label: "This is a gift",
  hint: "Free gift wrap, no prices in the parcel.",
  cardLabel: "Your message on the card",
  cardHint: `Up to ${GIFT_MESSAGE_MAX} characters, in English or any Indian script. Emoji are not printed. Leave it empty for no card.`,
  preview: "Your card as we will print it",
  ring: "The tree ring on the card is drawn from your order number, so it is unique.",
  notBeforeLabel: "Not before",
  notBeforeHint: "The earliest delivery day. Leave it empty and we ship as soon as possible.",
  pack: "This is a gift. Wrap it, and leave the invoice out.",
} as const;

export function listCardLines({ message }: Gift): string[] {
  const lines = message.split("\n").map((line) => toPrintedText(toPrintable(line)));
  return lines.every((line) => line === "") ? [] : lines;
}

/** Returns the packer's instructions: `This is a gift. Wrap it, … Card: Happy birthday!` */
export function describeGift({ message }: Gift): string {
  const text = toPrintable(message);
  return text === "" ? giftMessages.pack : `${giftMessages.pack} Card: ${text}`;
}

/** Returns `Not before Thu 24 Dec, send on or after Thu 17 Dec` for the packer; null if the customer chose no day. */
export function describeWait({ createdAt, promised }: WaitFacts): string | null {
  const first = calculateFirstDispatchDay(createdAt, promised);
  const notBefore = describeNotBefore(promised);
  return notBefore && first ? `${notBefore}, send on or after ${formatDispatchDay(first)}` : notBefore;
}

interface WaitFacts {
  createdAt: Date;
  promised?: OrderRules | null | undefined;
}

/** Emoji and the characters that join or colour them. The fonts of the documents would print them as empty boxes. */
const EMOJI =
  /\s*(?:(?:(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}])\u200D?\s*)+/gu;

/** Letters and digits in a decorative style, such as 𝓐, and characters in full width. */
const STYLED = /[\u{1D400}-\u{1D7FF}\u{FF01}-\u{FF5E}]/gu;

export function toPrintedText(text: string): string {
  const normalized = text.replaceAll(STYLED, (letter) => letter.normalize("NFKC"));
  const withoutEmoji = normalized.replaceAll(EMOJI, (run) => (/\s/.test(run) ? " " : ""));
  return withoutEmoji === normalized ? normalized : withoutEmoji.trim();
}
