import { expect, test } from "vitest";
import { toScreenReply, toScreenWords } from "./screen-words.ts";

test.each([
  [
    "TRV-7K3M9Q is not confirmed: do not send it. Did they say yes? orders confirm TRV-7K3M9Q",
    "TRV-7K3M9Q is not confirmed: do not send it. Did they say yes? “Confirm for the customer”",
  ],
  ["First: orders dispatch TRV-7K3M9Q --parcel 2 --courier … --number …", "First: “Dispatch”"],
  [
    "Cancel it: orders cancel TRV-7K3M9Q --line teak-tray:2; or name what has left with --line.",
    "Cancel it: “Cancel”; or name what has left with “Pieces”.",
  ],
  ["There is no order X. 'orders list' shows them.", "There is no order X. “Orders” shows them."],
  ["Give it one first: products set spice-box --hsn 4419.", "Give it one first: “HSN”."],
  ["Which HSN has it? products set spice-box --hsn 4419", "Which HSN has it? “HSN”"],
  ["Look at it, then: products set spice-box --hidden no", "Look at it, then: “Show in the shop”"],
  ["See: orders show TRV-7K3M9Q.", "See: the order."],
  ["Noted. 'orders show TRV-7K3M9Q' has it.", "Noted. The order has it."],
  [
    "Your orders show it soon, and orders take 2 to 4 days.",
    "Your orders show it soon, and orders take 2 to 4 days.",
  ],
  ['There is no text "x". See: texts', 'There is no text "x". See: “Settings, Texts”'],
  ["orders paid TRV-7K3M9Q --by bank --reference …", "“Was paid directly”"],
  [
    'then say under which reference: payments show TRV-7K3M9Q --by-hand "UPI 428812345678"',
    "then say under which reference: “Payment”",
  ],
  ["It was paid online: leave out --by-hand.", "It was paid online: leave out “Sent by hand”."],
  [
    "What is sent again? --line <product>:<quantity>. Or is it not sent after all? --call-off.",
    "What is sent again? “Pieces”. Or is it not sent after all? “Do not send it after all”.",
  ],
  ["4 products are new. There are more: --limit 100 shows them.", "4 products are new."],
  ["And 12 more: --json prints them all.", ""],
  ["Nothing was ordered:\n--pin: is not a PIN code.", "Nothing was ordered:\n“PIN”: is not a PIN code."],
  ["Wooden bowls - oiled -- are back.\n\nSecond line", "Wooden bowls - oiled -- are back.\n\nSecond line"],
])("a message names commands and options with the words of the screens: %s", (message, onScreen) => {
  expect(toScreenWords(message)).toBe(onScreen);
});

test("a spreadsheet in a reply is not changed", () => {
  const reply = { outcome: "done" as const, result: { message: "\uFEFForders list,--json" } };
  expect(toScreenReply(reply)).toEqual(reply);
});
