import { expect, test } from "vitest";
import { hasOfferBox, getPromoHeading } from "./special-offer.ts";

test("the banner shows the offer's heading, or 'Special Offer' if the heading is empty (§2.2)", () => {
  expect(getPromoHeading({ heading: "₹99 off every order", points: [] })).toBe("₹99 off every order");
  for (const none of [null, {}, { heading: "" }]) expect(getPromoHeading(none)).toBe("Special Offer");
});

test("the offer on the product page is shown only if it has a heading and a list of points (§2.6)", () => {
  expect(hasOfferBox({ heading: "Diwali", points: ["Gift wrap"] })).toBe(true);
  for (const half of [
    null,
    { heading: "Diwali" },
    { heading: "Diwali", points: [] },
    { heading: "", points: ["Gift wrap"] },
    { heading: "Diwali", points: "Gift wrap" as unknown as string[] },
  ]) {
    expect(hasOfferBox(half)).toBe(false);
  }
});
