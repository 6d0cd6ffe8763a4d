import { expect, test } from "vitest";
import { isPhone, readMobile } from "./phone.ts";

test.each([
  "98250 12345",
  "+91 98250 12345",
  "+91-98250-12345",
  "098250 12345",
  "0261 234 5678",
  "(0261) 2345678",
  "+91 261 234 5678",
  "080 2345 6789",
  "02162 23456",
  "1800 123 4567",
  "1800 123 456",
  "+44 20 7946 0018",
  "0044 20 7946 0018",
  "९८२५० १२३४५",
])("the seller can have the phone number %s", (text) => {
  expect(isPhone(text)).toBe(true);
});

test.each([
  "",
  "9825 12345",
  "+91 9825 12345",
  "98250 123456",
  "12345 67890",
  "0261 234",
  "234 5678",
  "1800 123",
  "+44 20",
  "+91 98250 12345, 0261 234 5678",
  "98250 12345 or 98250 12346",
  "call us",
])("the seller cannot have the phone number “%s”", (text) => {
  expect(isPhone(text)).toBe(false);
});

test("a number for WhatsApp is a complete mobile number, in India without or with +91", () => {
  for (const text of ["98250 12345", "098250 12345", "+91 98250 12345", "919825012345"])
    expect(readMobile(text)).toBe("919825012345");
  expect(readMobile("+971 50 123 4567")).toBe("971501234567");
  for (const text of ["9825 12345", "0261 234 5678", "1800 123 4567", "12345 67890"])
    expect(readMobile(text)).toBeNull();
});
