import { expect, test } from "vitest";
import { encodeCode128 } from "./packing-papers.ts";

test("a known example has its check sign, and every sign its eleven modules", () => {
  const text = "PJJ123C";
  const widths = encodeCode128(text) ?? [];
  // Start B, a sign for each letter, the check sign 55, and the stop with its last bar.
  expect(widths.slice(0, 6).join("")).toBe("211214");
  expect(widths.slice(-13, -7).join("")).toBe("311321");
  expect(widths.slice(-7).join("")).toBe("2331112");
  const modules = widths.reduce((sum, width) => sum + width, 0);
  expect(modules).toBe((text.length + 2) * 11 + 13);
  for (let at = 0; at < widths.length - 7; at += 6)
    expect(widths.slice(at, at + 6).reduce((sum, width) => sum + width, 0)).toBe(11);
});

test("encodes every ASCII character differently, and rejects all others", () => {
  const signs = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at));
  const bars = signs.map((sign) => encodeCode128(sign)?.slice(6, 12).join(""));
  expect(new Set(bars).size).toBe(signs.length);
  // Bars are an even number of modules in each sign: what scanners check.
  for (const each of bars) {
    const [a = 0, , b = 0, , c = 0] = (each ?? "").split("").map(Number);
    expect((a + b + c) % 2).toBe(0);
  }
  expect(encodeCode128("TRV-7K3M9Q ₹")).toBeNull();
  expect(encodeCode128("")).toBeNull();
});
