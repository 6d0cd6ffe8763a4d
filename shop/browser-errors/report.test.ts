import { expect, test } from "vitest";
import { cleanMessage, cleanStack } from "./report.ts";

test.each([
  [
    "Cannot read properties of undefined (reading 'lines')",
    "Cannot read properties of undefined (reading 'lines')",
  ],
  ["x.map is not a function", "x.map is not a function"],
  [`Unexpected token 'A', "Asha Patel" is not valid JSON`, "Unexpected token '…', '…' is not valid JSON"],
  ["Failed to fetch https://shop.example/api/orders/user/7f?code=123456", "Failed to fetch …"],
  ["at https://shop.example/assets/index-B2x.js?token=secret failed", "at index-B2x.js failed"],
  ["asha@example.com was refused", "… was refused"],
  ["call +91 98765 43210 now", "call … now"],
  [`${"asha.".repeat(30)}@${"mail.".repeat(40)}example was refused`, "… was refused"],
  ["web+shop://example/pay/asha and -https://shop.example/asha?x=1", "… and -…"],
  ["(reading 'Asha Patel') and (reading 'house.of.asha')", "(reading '…') and (reading '…')"],
  [`property "$on_2" and property '${"a1".repeat(21)}'`, `property "$on_2" and property '…'`],
  ["card 4111 1111 1111 1111", "card …"],
  ["token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.x", "token ….x"],
  ["/log-in?redirect=/orders#x broke", "/log-in broke"],
  ["two\nlines\u2028and \u001B[31mcolour", "two lines and [31mcolour"],
])("T42: of %j only what tells of the code is left", (message, left) => {
  expect(cleanMessage(message)).toBe(left);
});

test("T42: of a message that is cut, an address, a name or a quoted text that is cut with it is not left", () => {
  const quoted = `'${"x ".repeat(150)}'`;
  expect(cleanMessage(`${quoted} failed ${"at ".repeat(28)}asha.patel.of.pune@example.com`)).not.toMatch(
    /asha/,
  );
  expect(cleanMessage(`${quoted} failed for 'Asha Patel, ${"Pune ".repeat(400)}'`)).not.toMatch(/Asha|Pune/);
});

test("a message is cut", () => {
  expect(cleanMessage("no ".repeat(900)).length).toBeLessThanOrEqual(200);
});

test("of a stack the places in the shop's own files are left, without their addresses", () => {
  const stack = `TypeError: Asha
    at draw (https://shop.example/assets/index-B2x.js:1:234)
    at chrome-extension://abcdef/content.js:5:6
    at https://shop.example/assets/product-9k.js?user=asha:2:7`;
  expect(cleanStack(stack)).toBe("index-B2x.js:1:234 product-9k.js:2:7");
  expect(cleanStack(cleanStack(stack))).toBe(cleanStack(stack));
});
