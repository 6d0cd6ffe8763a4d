import { expect, test } from "vitest";
import { encodeCode128 } from "./packing-papers.ts";

test("a Code 128 bar code has the right check character, and eleven modules for each character", () => {
  const text = "PJJ123C";
  const widths = encodeCode128(text) ?? [];
  // Start code B, one symbol for each character, the check symbol (here 55), and the stop code with its final bar.
  expect(widths.slice(0, 6).join("")).toBe("211214");
  expect(widths.slice(-13, -7).join("")).toBe("311321");
  expect(widths.slice(-7).join("")).toBe("2331112");
  const modules = widths.reduce((sum, width) => sum + width, 0);
  expect(modules).toBe((text.length + 2) * 11 + 13);
  for (let at = 0; at < widths.length - 7; at += 6)
    expect(widths.slice(at, at + 6).reduce((sum, width) => sum + width, 0)).toBe(11);
});
