import * as v from "valibot";
import { toPrintable } from "#contract/text.ts";
import { textUpTo } from "./recipient.ts";

/** Characters of the text on a gift's card. */
export const GIFT_MESSAGE_MAX = 300;

/** An order that is a gift, with the text for its card; an empty one is a gift without a card. */
export const giftSchema = v.object({
  message: v.optional(
    v.pipe(
      v.string(),
      // A form sends each new line as two characters.
      v.transform((typed) => typed.replaceAll("\r\n", "\n")),
      textUpTo(GIFT_MESSAGE_MAX),
    ),
    "",
  ),
});

export type Gift = v.InferOutput<typeof giftSchema>;

export const giftMessages = {
  label: "This is a gift",
  hint: "Free gift wrap, no prices in the parcel. We e-mail you the invoice.",
  cardLabel: "Your message on the card",
  cardHint: `Up to ${GIFT_MESSAGE_MAX} characters, in English or any Indian script. Emoji are not printed. Leave it empty for no card.`,
  /** The instruction for the packer. */
  pack: "A gift: wrap it, and leave the invoice out.",
} as const;

/** The packer's instructions for a gift: `A gift: wrap it, and leave the invoice out. Card: Happy birthday!` */
export function describeGift({ message }: Gift): string {
  const text = toPrintable(message);
  return text === "" ? giftMessages.pack : `${giftMessages.pack} Card: ${text}`;
}
