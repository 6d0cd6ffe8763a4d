import { expect, test } from "vitest";
import { describeDeliveryTo } from "./deliver-to-pin.ts";

const cash = { cashOnDelivery: { upTo: 5_000, notPins: ["411"] } };

test.each([
  ["of a listed state", "560001", {}, "We deliver to 560001. Pay online by card or UPI."],
  [
    "where the courier collects cash",
    "560001",
    cash,
    "We deliver to 560001. Cash on delivery up to ₹5000.00.",
  ],
  ["where the courier collects no cash", "411001", cash, "We deliver to 411001. Pay online by card or UPI."],
  ["of another state", "600001", {}, "We don't deliver to 600001 yet. Write to us"],
  ["of another state, with all of India", "600001", { deliverTo: "India" as const }, "We deliver to 600001."],
  ["of a state that the owner left out", "560001", { deliverTo: ["Goa"] }, "We don't deliver to 560001"],
  ["that belongs to no state", "990000", {}, "We don't know PIN 990000."],
  ["with a digit missing", "56000", {}, "A PIN has 6 digits and doesn't start with 0."],
])(
  "the delivery check of a PIN code %s (%s), with the rules %o, shows: %s (D64, D117)",
  (_, pin, rules, words) => {
    const { text, isRefused } = describeDeliveryTo(pin, rules);
    expect(text).toContain(words);
    expect(isRefused).toBe(words.startsWith("We don't deliver"));
  },
);
