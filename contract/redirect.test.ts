import { expect, test } from "vitest";
import { toSafeRedirect } from "./redirect.ts";

const HERE = "https://shop.example";

const getLandingOrigin = (wanted: string): string => new URL(toSafeRedirect(wanted), `${HERE}/log-in`).origin;

test.each(["/", "/orders?page=2", "/product-info/bowl#sizes", "/search?q=a%2Fb", "/orders?next=//evil.com"])(
  "after a login, the customer may return to the path %s",
  (wanted) => {
    expect(toSafeRedirect(wanted)).toBe(wanted);
  },
);

test.each(["/log-in", "/login?redirect=/orders", "/logout", "/logout/", "/x/../logout#top"])(
  "a login that should return to %s redirects to the home page (§2.1, D33)",
  (wanted) => {
    expect(toSafeRedirect(wanted)).toBe("/");
  },
);

const LEADS =
  String.raw`// /// //// /\ \\ \/ /.// /..// /./\ /a/..// /%2e// /%2F /%5C https:// HTTPS: http:/ https:\\`.split(
    " ",
  );
const ODD = ["/\t/", "/\n/", "/\r\n/", "\t//", " //", "\0//", "/\u00a0/"];
const NAMES = ["evil.com", "user@evil.com", "shop.example.evil.com"];
const SCRIPTS = [
  "javascript:alert(1)",
  "data:text/html,x",
  "java\nscript:x",
  "vbscript:x",
  "blob:x",
  "//[::1]",
];
const payloads = [...[...LEADS, ...ODD].flatMap((lead) => NAMES.map((name) => lead + name)), ...SCRIPTS];

test("after a login none of more than 60 hostile URLs redirects to another origin (T10)", () => {
  expect(payloads.length).toBeGreaterThan(60);
  expect(payloads.filter((wanted) => getLandingOrigin(wanted) !== HERE)).toEqual([]);
  const value = payloads.map(toSafeRedirect);
  expect(value.filter((path) => !path.startsWith("/") || /^\/[/\\]/.test(path))).toEqual([]);
});

test("after a login none of 2,000 random strings redirects to another origin (T10)", () => {
  const parts = [...Array.from("/\\.:@?#\t\n a😀"), "%2f", "%5c", "%2e", "%00", "evil.com", "\ud800"];
  let state = 10;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const strings = Array.from(
    { length: 2_000 },
    (_, index) =>
      (index % 2 ? "/" : "") +
      Array.from({ length: 1 + random(8) }, () => parts[random(parts.length)]).join(""),
  );
  expect(strings.filter((wanted) => getLandingOrigin(wanted) !== HERE)).toEqual([]);
});
