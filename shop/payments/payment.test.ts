import { expect, test } from "vitest";
import {
  isOpen,
  paymentEndMessage,
  type PaymentFact,
  paymentFacts,
  type PaymentStatus,
  paymentStatuses,
  statusAfter,
} from "./payment.ts";

const endOf = (facts: readonly PaymentFact[]): PaymentStatus =>
  facts.reduce<PaymentStatus>((status, fact) => statusAfter(status, fact) ?? status, "Pending");

test("whatever is told, in whatever order and however often: with money among it, it ends Completed", () => {
  let histories = 0;
  const tell = (facts: PaymentFact[]) => {
    histories++;
    if (facts.includes("captured")) expect(endOf(facts)).toBe("Completed");
    else if (facts.includes("expired")) expect(endOf(facts)).toBe("Expired");
    else expect(endOf(facts)).toBe(facts.includes("failed") ? "Failed" : "Pending");
    if (facts.length < 5) for (const fact of paymentFacts) tell([...facts, fact]);
  };
  tell([]);
  expect(histories).toBe(1_365);
});

test("a failed attempt leaves the payment open", () => {
  expect((["Pending", "Failed", "Completed", "Expired"] as const).map(isOpen)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("however the window was closed, there is a sentence for it (D102)", () => {
  const ends = [...paymentStatuses, "under-way", "unknown"] as const;
  const words = ends.map(paymentEndMessage);
  expect(words.every(Boolean)).toBe(true);
  // Money that goes back is one sentence, under way or arrived.
  expect(new Set(words).size).toBe(ends.length - 1);
});
