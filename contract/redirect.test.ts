import { expect, test } from "vitest";
import { toSafeRedirect } from "./redirect.ts";

const HERE = "https://shop.example";

/** The origin at which a browser on the shop's login page would end up. */
const getLandingOrigin = (wanted: string): string => new URL(toSafeRedirect(wanted), `${HERE}/log-in`).origin;

test.each(["/", "/orders?page=2", "/product-info/bowl#sizes", "/search?q=a%2Fb", "/orders?next=//evil.com"])(
  "%s is a path of the shop",
  (wanted) => {
    expect(toSafeRedirect(wanted)).toBe(wanted);
  },
);

test.each(["/log-in", "/login?redirect=/orders", "/logout", "/logout/", "/x/../logout#top"])(
  "%s, the login itself, leads home (§2.1, D33)",
  (wanted) => {
    expect(toSafeRedirect(wanted)).toBe("/");
  },
);

const LEADS = [
  "//",
  "///",
  "////",
  "/\\",
  "\\\\",
  "\\/",
  "/.//",
  "/..//",
  "/./\\",
  "/a/..//",
  "/%2e//",
  "/%2F",
  "/%5C",
];
const ODD = [
  "/\t/",
  "/\n/",
  "/\r\n/",
  "\t//",
  " //",
  "\0//",
  "/\u00a0/",
  "https://",
  "HTTPS:",
  "http:/",
  "https:\\\\",
];
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

test("nothing hostile leads off the shop's origin (T10)", () => {
  expect(payloads.length).toBeGreaterThan(60);
  expect(payloads.filter((wanted) => getLandingOrigin(wanted) !== HERE)).toEqual([]);
  const given = payloads.map(toSafeRedirect);
  expect(given.filter((path) => !path.startsWith("/") || /^\/[/\\]/.test(path))).toEqual([]);
});

test("nor do 10,000 random strings (T10)", () => {
  const parts = [
    "/",
    "\\",
    ".",
    ":",
    "@",
    "%2f",
    "%5c",
    "%2e",
    "%00",
    "?",
    "#",
    "\t",
    "\n",
    " ",
    "evil.com",
    "a",
    "😀",
    "\ud800",
  ];
  let state = 10;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const strings = Array.from(
    { length: 10_000 },
    (_, index) =>
      (index % 2 ? "/" : "") +
      Array.from({ length: 1 + random(8) }, () => parts[random(parts.length)]).join(""),
  );
  expect(strings.filter((wanted) => getLandingOrigin(wanted) !== HERE)).toEqual([]);
});
