import { expect, test } from "vitest";
import {
  isOpen,
  paymentEndMessages,
  type PaymentFact,
  paymentFacts,
  type PaymentStatus,
  paymentStatuses,
  getStatusAfter,
} from "./payment.ts";

const endOf = (facts: readonly PaymentFact[]): PaymentStatus =>
  facts.reduce<PaymentStatus>((status, fact) => getStatusAfter(status, fact) ?? status, "Pending");

test("a payment is Completed if one of its events reports the capture, in any order of events", () => {
  let histories = 0;
  const applyFacts = (facts: PaymentFact[]) => {
    histories++;
    if (facts.includes("captured")) expect(endOf(facts)).toBe("Completed");
    else if (facts.includes("expired")) expect(endOf(facts)).toBe("Expired");
    else expect(endOf(facts)).toBe(facts.includes("failed") ? "Failed" : "Pending");
    if (facts.length < 5) for (const fact of paymentFacts) applyFacts([...facts, fact]);
  };
  applyFacts([]);
  expect(histories).toBe(1_365);
});

test("a payment can still be made after a failed attempt, but not after it is completed or expired", () => {
  expect((["Pending", "Failed", "Completed", "Expired"] as const).map(isOpen)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("every result of the payment window has a message (§2.8, D102)", () => {
  const ends = [...paymentStatuses, "under-way", "unknown"] as const;
  const words = ends.map((end) => paymentEndMessages[end]);
  expect(words.every(Boolean)).toBe(true);
  // The states `Refunding` and `Refunded` have the same message.
  expect(new Set(words).size).toBe(ends.length - 1);
});
