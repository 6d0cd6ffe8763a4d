import fc from "fast-check";
import type { Operation } from "#platform/http/api-docs/openapi.ts";

export type Schema = Operation["parameters"][number]["schema"];

/**
 * Takes the place, in a generated value, of something the shop itself has named, such as the id of an order: the n-th
 * of them.
 */
export class Known {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export const known = fc.nat(40).map((number) => new Known(number));

const ordinaryTexts = [
  "bowl",
  "1",
  "Meera",
  "asha@example.com",
  "9876543210",
  "teak and mango",
  "Gujarat",
  "Surat",
  "India",
  "395002",
  "Bowl",
  "test",
  "credential",
];

const hostileTexts = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e",
  "-1",
  "1e9",
  "%00",
  "../..",
  "__proto__",
  "constructor",
  "'; drop table account;--",
  "${1}",
  "$&",
  "<script>alert(1)</script>",
  "a\r\nb: c",
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(5_000),
  "😀".repeat(200),
];

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ordinaryTexts) },
  { weight: 4, arbitrary: known },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

export const number = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1e308, 1.5, 2 ** 53, 2 ** 31, 999, 1_000, -0) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

/** Anything that JSON can say. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, [], [null], {}, { toString: 1 }, { _id: 1 }, Array(60).fill(1)),
  text,
  number,
  fc.jsonValue({ maxDepth: 3 }),
);

export const maze = "[".repeat(20_000) + "]".repeat(20_000);
