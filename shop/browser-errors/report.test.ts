import { expect, test } from "vitest";
import { cleanAddress, cleanStack } from "./report.ts";

test.each([
  ["https://shop.example/assets/index-B2x.js?token=secret", "index-B2x.js"],
  ["https://shop.example/api/orders/user/7f?code=123456", "…"],
  ["asha@example.com", "…"],
])("T42: of the address %s at most the name of a file is left", (address, left) => {
  expect(cleanAddress(address)).toBe(left);
});

test("of a stack the places in the shop's own files are left, without their addresses", () => {
  const stack = `TypeError: Asha
    at draw (https://shop.example/assets/index-B2x.js:1:234)
    at chrome-extension://abcdef/content.js:5:6
    at https://shop.example/assets/product-9k.js?user=asha:2:7`;
  expect(cleanStack(stack)).toBe("index-B2x.js:1:234 product-9k.js:2:7");
  expect(cleanStack(cleanStack(stack))).toBe(cleanStack(stack));
});
