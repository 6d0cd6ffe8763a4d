import { expect, test } from "vitest";
import { describeCashRefusal, findCashRefusal } from "./cash-on-delivery.ts";

const rule = { upTo: 5_000, notPins: ["56"] };
const some = { upTo: 5_000, onlyPins: ["411", "400001"], notPins: ["4110"] };
const facts = { payable: 500_000, zipCode: "411201", isGift: false };

test.each([
  ["up to the owner's amount", rule, {}, null],
  ["more than the owner's amount", rule, { payable: 500_001 }, "available up to ₹5000.00"],
  ["a PIN that the owner excluded", rule, { zipCode: "560001" }, "at this PIN"],
  ["an incomplete PIN", rule, { zipCode: "12" }, "at this PIN"],
  ["a PIN in the owner's list", some, {}, null],
  ["a PIN that is not in the owner's list", some, { zipCode: "400002" }, "at this PIN"],
  ["a PIN that is both in the owner's list and excluded", some, { zipCode: "411001" }, "at this PIN"],
  ["a gift", rule, { isGift: true }, "not available for gifts"],
  ["any order, where the shop takes no cash", undefined, {}, "Please pay online"],
])(
  "cash on delivery is offered or refused with a reason, depending on the order: %s",
  (_, owners, change, words) => {
    const refusal = findCashRefusal(owners, { ...facts, ...change });
    if (words === null) expect(refusal).toBeNull();
    else expect(refusal && describeCashRefusal(refusal, owners)).toContain(words);
  },
);
