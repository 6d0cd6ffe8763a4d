import { expect, test } from "vitest";
import { toSlug } from "./foreign-shops.ts";
import { createNumberReader } from "./foreign-numbers.ts";

test.each<[list: string, numbers: (number | null)[]]>([
  ["0.35|12|1.5|.5", [0.35, 12, 1.5, 0.5]],
  ["0,35|12|1,5", [0.35, 12, 1.5]],
  ["0,35|1,250|1.250|1.299,00", [0.35, 1.25, 1250, 1299]],
  ["9.5|1,250|1,49,900.00", [9.5, 1250, 149_900]],
  ["1,250", [null]],
  ["1.250", [1.25]],
  ["9.5|0,35|1,250", [9.5, 0.35, null]],
  ["|x|-1|1 kg|1e3|0x10|1,2,3|.", [null, null, null, null, null, null, null, null]],
])("the numbers %s in a list from another shop program are read as %j", (text, numbers) => {
  const list = text.split("|");
  expect(list.map(createNumberReader(list))).toEqual(numbers);
});

test("a product's name becomes a URL of up to 100 characters that neither begins nor ends with a hyphen", () => {
  expect(toSlug("(Señor's) Teak Bowl!")).toBe("senors-teak-bowl");
  expect(toSlug(`“${"bowl".repeat(30)}”`)).toBe("bowl".repeat(25));
  expect(toSlug(`${"tray".repeat(24)}-bo 2`)).toBe(`${"tray".repeat(24)}-bo`);
});
