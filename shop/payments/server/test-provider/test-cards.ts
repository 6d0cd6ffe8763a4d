import { SECOND } from "#contract/time.ts";

/** `later`: paid after `afterMs`. `otp`: the bank requires a one-time password. */
export type BankAnswer =
  | { kind: "captured"; webhooks: "once" | "lost" | "shuffled"; refusesRefund?: true }
  | { kind: "later"; afterMs: number }
  | { kind: "declined"; reason: string }
  | { kind: "otp" };

interface TestNumber {
  number: string;
  hint: string;
  answer: BankAnswer;
}

const paid: BankAnswer = { kind: "captured", webhooks: "once" };
const createDeclined = (reason: string): BankAnswer => ({ kind: "declined", reason });

export const testCards: readonly TestNumber[] = [
  { number: "4111 1111 1111 1111", hint: "pays", answer: paid },
  { number: "4000 0027 6000 3184", hint: "asks for a one-time password", answer: { kind: "otp" } },
  { number: "4000 0000 0000 0002", hint: "is declined", answer: createDeclined("The card was declined.") },
  {
    number: "4000 0000 0000 9995",
    hint: "has insufficient funds",
    answer: createDeclined("The card has insufficient funds."),
  },
  {
    number: "4000 0000 0000 0119",
    hint: "pays 20 seconds later",
    answer: { kind: "later", afterMs: 20 * SECOND },
  },
  {
    number: "4000 0000 0000 0341",
    hint: "pays, but the shop gets no message",
    answer: { kind: "captured", webhooks: "lost" },
  },
  {
    number: "4000 0000 0000 0259",
    hint: "pays; the shop gets three messages, out of order",
    answer: { kind: "captured", webhooks: "shuffled" },
  },
  {
    number: "4000 0000 0000 5126",
    hint: "pays, but its first refund fails",
    answer: { kind: "captured", webhooks: "once", refusesRefund: true },
  },
];

export const testUpiIds: readonly TestNumber[] = [
  { number: "success@upi", hint: "pays", answer: paid },
  { number: "failure@upi", hint: "is declined", answer: createDeclined("The UPI payment was declined.") },
  { number: "pending@upi", hint: "pays a minute later", answer: { kind: "later", afterMs: 60 * SECOND } },
];

export const askCardBank = (number: string): BankAnswer | null =>
  testCards.find((card) => toDigits(card.number) === toDigits(number))?.answer ?? null;

export const askUpiBank = (upiId: string): BankAnswer | null =>
  testUpiIds.find(({ number }) => number === upiId.trim().toLowerCase())?.answer ?? null;

export const isOtpAccepted = (otp: string): boolean => /^\d{4,10}$/.test(otp.trim());

const toDigits = (number: string) => number.replaceAll(/[\s-]/g, "");
