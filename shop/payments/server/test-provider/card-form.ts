import * as v from "valibot";
import { type BankAnswer, askCardBank, askUpiBank } from "./test-cards.ts";

const field = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), "");

const cardSchema = v.object({ number: field, expiry: field, cvv: field, name: field });
const upiSchema = v.object({ upi: field });
const otpSchema = v.object({ otp: field });

const UNKNOWN_CARD = "This is not one of the test cards. Please do not type a real one; it was not kept.";
const UNKNOWN_UPI = "This is not one of the test UPI IDs. Please do not type a real one; it was not kept.";

/** The bank's answer to a filled-in card form, or what is wrong with it. Nothing of it is stored or logged. */
export function readCard(body: unknown, now: Date): BankAnswer | string {
  const form = v.safeParse(cardSchema, body);
  if (!form.success) return UNKNOWN_CARD;
  const { number, expiry, cvv, name } = form.output;
  const answer = askCardBank(number);
  if (!answer) return UNKNOWN_CARD;
  if (!isInFuture(expiry, now)) return "Please write the expiry as MM/YY, in the future.";
  if (!/^\d{3,4}$/.test(cvv)) return "The CVV has 3 or 4 digits.";
  return name === "" ? "Please write the name on the card." : answer;
}

/** The bank's answer to a UPI id, or what is wrong with it. */
export function readUpi(body: unknown): BankAnswer | string {
  const form = v.safeParse(upiSchema, body);
  return (form.success && askUpiBank(form.output.upi)) || UNKNOWN_UPI;
}

export function readOtp(body: unknown): string {
  const form = v.safeParse(otpSchema, body);
  return form.success ? form.output.otp : "";
}

/** A card is good until the end of its month. */
function isInFuture(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  return (
    month !== undefined &&
    year !== undefined &&
    now.getTime() < Date.UTC(2000 + Number(year), Number(month), 1)
  );
}
