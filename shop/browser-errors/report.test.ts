import { expect, test } from "vitest";
import { cleanAddress } from "./report.ts";

test.each([
  ["https://shop.example/assets/index-B2x.js?token=secret", "index-B2x.js"],
  ["https://shop.example/api/orders/user/7f?code=123456", "…"],
  ["asha@example.com", "…"],
])("T42: cleanAddress reduces the URL %s to a file name of the build or nothing", (address, left) => {
  expect(cleanAddress(address)).toBe(left);
});
