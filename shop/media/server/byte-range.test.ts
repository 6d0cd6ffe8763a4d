import { expect, test } from "vitest";
import { parseByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-99", { from: 0, to: 99 }],
  ["bytes=900-", { from: 900, to: 999 }],
  ["bytes=990-5000", { from: 990, to: 999 }],
  ["bytes=-10", { from: 990, to: 999 }],
  ["bytes=-5000", { from: 0, to: 999 }],
])("%s is a part of a file of 1000 bytes", (header, range) => {
  expect(parseByteRange(header, 1000)).toEqual(range);
});

test.each([undefined, "", "bytes=-", "bytes=5-2", "bytes=0-1,5-6", "items=0-1", "bytes=a-b"])(
  "%s asks for all of it",
  (header) => {
    expect(parseByteRange(header, 1000)).toBeNull();
  },
);

test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("%s lies beyond", (header) => {
  expect(parseByteRange(header, 1000)).toBe("beyond");
});
