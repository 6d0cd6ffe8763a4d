import { expect, test } from "vitest";
import { createMemoryLimit, getAddressKey, getNetworkKey, toRoughAddress } from "./rate-limit.ts";

const strict = { limitLoopback: true };
const usual = { limitLoopback: false };

test("visitors from the shop's own machine are exempt from the rate limits unless the settings say otherwise", () => {
  const ways = ["127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  for (const ip of [...ways, "127.0.0.1:50123", "0:0:0:0:0:ffff:127.0.0.1"]) {
    expect(getAddressKey("login", ip, usual)).toBeNull();
    expect(getAddressKey("login", ip, strict)).not.toBeNull();
  }
});

test("an IPv4 address counts as one address in every notation", () => {
  expect(getAddressKey("login", "203.0.113.7", usual)).toBe("login:address:203.0.113.7");
  expect(getAddressKey("login", "::ffff:203.0.113.7", usual)).toBe("login:address:203.0.113.7");
  expect(getAddressKey("login", "203.0.113.7:50123", usual)).toBe("login:address:203.0.113.7");
  expect(getAddressKey("login", "::ffff:cb00:7107", usual)).toBe("login:address:203.0.113.7");
  expect(getAddressKey("login", "::ffff:c0a8:1", usual)).toBe("login:address:192.168.0.1");
  expect(getAddressKey("login", "0:0:0:0:0:FFFF:c0a8:2", usual)).toBe("login:address:192.168.0.2");
});

test("requests of clients that have closed the connection share one key, because they have no IP address", () => {
  expect(getAddressKey("login", undefined, usual)).toBe("login:address:unknown");
  expect(toRoughAddress(undefined)).toBe("unknown");
});

test("all IPv6 addresses of one household count as one address", () => {
  const one = getAddressKey("login", "2001:db8:0:42::1", usual);
  expect(one).toBe("login:address:2001:db8:0:42");
  expect(getAddressKey("login", "2001:0DB8:0000:0042:ffff:1:2:3", usual)).toBe(one);
  expect(getAddressKey("login", "2001:db8::1", usual)).toBe("login:address:2001:db8:0:0");
});

test("if a /48 IPv6 network counts as one address, all its households share the limit", () => {
  const one = getNetworkKey("holds", "2001:db8:66:1::1", usual);
  expect(one).toBe("holds:address:2001:db8:66");
  expect(getNetworkKey("holds", "2001:db8:66:ffff::9", usual)).toBe(one);
  expect(getNetworkKey("holds", "2001:db8:67:1::1", usual)).not.toBe(one);
  expect(getNetworkKey("holds", "203.0.113.7", usual)).toBe("holds:address:203.0.113.7");
});

const start = Date.parse("2026-11-02T10:00:00Z");
const getTimeAfter = (milliseconds: number) => new Date(start + milliseconds);

test("a rate limit of 3 requests in 3 seconds allows each key 3 requests at once and then one each second", () => {
  const limit = createMemoryLimit({ burst: 3, perMs: 3_000 });
  const uses = [0, 0, 0, 0, 400, 1_000, 1_000].map((at) => limit.use("one", getTimeAfter(at)));
  expect(uses).toEqual([0, 0, 0, 1_000, 600, 0, 1_000]);
  expect(limit.use("other", getTimeAfter(0))).toBe(0);
});

test("a rate limit in memory allows its whole burst even if the interval between two uses is not a whole number of milliseconds", () => {
  for (const burst of [7, 11, 13, 21]) {
    const limit = createMemoryLimit({ burst, perMs: 60_000 });
    const uses = Array.from({ length: burst + 1 }, () => limit.use("one", getTimeAfter(0)) === 0);
    expect(uses, String(burst)).toEqual([...Array.from({ length: burst }, () => true), false]);
  }
});

test("after the clock is set back, a request waits no longer than if the rate limit in memory were used up", () => {
  const limit = createMemoryLimit({ burst: 3, perMs: 3_000 });
  const uses = [1_000_000, 0, 999, 1_000].map((at) => limit.use("one", getTimeAfter(at)));
  expect(uses).toEqual([0, 1_000, 1, 0]);
});
