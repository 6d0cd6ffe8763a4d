import { expect, test } from "vitest";
import { findMailDomain, getHoldMinutes, getLargestHold, type HolderKind } from "./holds.ts";

const hold = (kind: HolderKind, expired: number) =>
  [1, 2, 3, 4, 10, 100].map((left) => getLargestHold(kind, { left, expired }));

test("an account without expired orders can reserve half of the available stock, or up to two pieces if half is less (T35)", () => {
  expect(hold("account", 0)).toEqual([1, 2, 2, 2, 5, 50]);
  expect(getLargestHold("account", { left: 0, expired: 0 })).toBe(0);
});

test("each expired order halves the quantity that an account can reserve, and after three expired orders it is 0 (T35)", () => {
  expect(hold("account", 1)).toEqual([1, 1, 1, 1, 2, 25]);
  expect(hold("account", 2)).toEqual([1, 1, 1, 1, 1, 12]);
  expect(hold("account", 3)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("an IP address can reserve three quarters of the stock, and all of it only if at most two pieces are left (D89, T35)", () => {
  expect(hold("address", 2)).toEqual([1, 2, 2, 3, 7, 75]);
  expect(hold("address", 3)).toEqual([1, 1, 1, 1, 3, 37]);
  expect(hold("address", 8)).toEqual([1, 1, 1, 1, 1, 18]);
  expect(hold("address", 9)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("unverified accounts together can reserve four fifths of a large stock, but after 12 expired orders they cannot reserve the last piece (T35)", () => {
  expect(hold("unverified", 0)).toEqual([1, 2, 2, 3, 8, 80]);
  expect(hold("unverified", 6)).toEqual([1, 1, 2, 3, 8, 80]);
  expect(hold("unverified", 12)).toEqual([0, 1, 2, 3, 8, 80]);
  expect(hold("unverified", 500)).toEqual([0, 1, 2, 3, 8, 80]);
});

test("scarce pieces are reserved for a shorter time after expired orders, but for at least five minutes (T35)", () => {
  const minutes = (isVerified: boolean, ...expired: [HolderKind, number][]) =>
    getHoldMinutes(60, { trust: isVerified ? "verified" : "unverified", expired });
  expect(minutes(false)).toBe(60);
  expect([0, 1, 2].map((times) => minutes(true, ["account", times]))).toEqual([60, 30, 15]);
  expect([0, 1, 2].map((times) => minutes(false, ["account", times]))).toEqual([15, 7, 5]);
  expect([0, 3, 8].map((times) => minutes(false, ["account", 0], ["address", times]))).toEqual([15, 7, 5]);
  expect([5, 6, 90].map((times) => minutes(false, ["unverified", times]))).toEqual([15, 7, 5]);
  expect(getHoldMinutes(3, { trust: "unverified", expired: [["account", 2]] })).toBe(3);
});

test("scarce pieces of a cash order are reserved for a day if the customer has paid before, otherwise for at most an hour (T35)", () => {
  const minutes = (trust: "paid" | "verified" | "unverified") =>
    getHoldMinutes(1_440, { trust, expired: [["account", 0]] });
  expect([minutes("paid"), minutes("verified"), minutes("unverified")]).toEqual([1_440, 60, 15]);
  expect(getHoldMinutes(1_440, { trust: "verified", expired: [] })).toBe(1_440);
});

test("customers of one mail domain can reserve three quarters of the stock, even after expired orders, which only shorten their reservations (T35)", () => {
  expect(hold("domain", 0)).toEqual([1, 2, 2, 3, 7, 75]);
  expect(hold("domain", 500)).toEqual([1, 2, 2, 3, 7, 75]);
  expect(
    [5, 6, 12, 90].map((times) => getHoldMinutes(60, { trust: "verified", expired: [["domain", times]] })),
  ).toEqual([60, 30, 15, 5]);
});

test.each([
  ["asha@example.com", "example.com"],
  ["asha@A.Mail.Example.com", "example.com"],
  ["asha@b.shop.co.in", "shop.co.in"],
  ["asha@shop.in", "shop.in"],
  ["asha@mail.shop.firm.in", "shop.firm.in"],
  ["asha@b.shop.com.au", "shop.com.au"],
  ["asha@b.shop.co.uk", "shop.co.uk"],
  ["asha@x.in", "x.in"],
  ["asha@a.x.in", "x.in"],
  ["asha@b.tcs.in", "tcs.in"],
  ["asha@b.shop.io.in", "shop.io.in"],
  ["asha@b.or.in", "or.in"],
  ["asha@b.com.de", "com.de"],
  ["asha@b.shop.or.jp", "shop.or.jp"],
  ["asha@b.me.constructor", "me.constructor"],
  ['"a@b"@x.example.org', "example.org"],
  ["asha@localhost", "localhost"],
])("the mail domain of the address %s is %s", (email, domain) => {
  expect(findMailDomain(email)).toBe(domain);
});
