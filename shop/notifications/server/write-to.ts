import type { Context } from "#platform/context.ts";
import { sendMail } from "#platform/mail.ts";
import type { Delivery } from "#platform/reaction.ts";
import { findSeller } from "#server/catalogue";
import type { Letter } from "../letter.ts";
import { layOutLetter, type Sender } from "./lay-out-letter.ts";

/** Sends a letter in the shop's own clothes. The delivery's id marks a repetition (see `sendMail`). */
export const writeTo = (context: Context, email: string, letter: Letter, delivery: Delivery): Promise<void> =>
  sendMail(context.config, { to: email, ...layOutLetter(letter, senderOf(context)) }, delivery.id);

function senderOf(context: Context): Sender {
  const seller = findSeller(context);
  const address = seller?.address;
  return {
    tradeName: seller?.tradeName ?? "Taruva",
    website: context.config.publicUrl,
    email: seller?.email,
    phone: seller?.phone,
    address:
      address &&
      [address.street, address.city, `${address.state} ${address.zipCode}`, address.country].join(", "),
  };
}
