import { expect, test } from "vitest";
import { toSlug } from "./foreign-shops.ts";

test("a product's name becomes a URL of up to 100 characters that neither begins nor ends with a hyphen", () => {
  expect(toSlug("(Señor's) Teak Bowl!")).toBe("senors-teak-bowl");
  expect(toSlug(`“${"bowl".repeat(30)}”`)).toBe("bowl".repeat(25));
  expect(toSlug(`${"tray".repeat(24)}-bo 2`)).toBe(`${"tray".repeat(24)}-bo`);
});
