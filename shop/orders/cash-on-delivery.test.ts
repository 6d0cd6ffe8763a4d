import { expect, test } from "vitest";
import { describeCashRefusal, findCashRefusal } from "./cash-on-delivery.ts";

const rule = { upTo: 5_000, notPins: ["56"] };
const some = { upTo: 5_000, onlyPins: ["411", "400001"], notPins: ["4110"] };
const facts = { payable: 500_000, zipCode: "411201", isGift: false };

test.each([
  ["offered up to the owner's amount", rule, {}, null],
  ["refused above the owner's amount", rule, { payable: 500_001 }, "available up to ₹5000.00"],
  ["refused at a PIN that the owner excluded", rule, { zipCode: "560001" }, "at this PIN"],
  ["refused at an incomplete PIN", rule, { zipCode: "12" }, "at this PIN"],
  ["offered at a PIN in the owner's list", some, {}, null],
  ["refused at a PIN that is not in the owner's list", some, { zipCode: "400002" }, "at this PIN"],
  ["refused at a PIN that is in the owner's list and excluded", some, { zipCode: "411001" }, "at this PIN"],
  ["refused for a gift", rule, { isGift: true }, "not available for gifts"],
  ["refused if the shop takes no cash", undefined, {}, "Please pay online"],
])(
  "cash on delivery depends on the order, its PIN and the owner's rule: it is %s",
  (_, owners, change, words) => {
    const refusal = findCashRefusal(owners, { ...facts, ...change });
    if (words === null) expect(refusal).toBeNull();
    else expect(refusal && describeCashRefusal(refusal, owners)).toContain(words);
  },
);
