import { describe, expect, test } from "vitest";
import {
  discountBadge,
  discountDisagrees,
  firstImageOf,
  galleryOf,
  idOf,
  originalPriceOf,
  priceText,
  productFrom,
  titleOf,
} from "./product.ts";

describe("reading a product", () => {
  test("the title may be called name, the id may be called id", () => {
    expect(titleOf({ name: "Bowl" })).toBe("Bowl");
    expect(titleOf({ title: "Tray", name: "Bowl" })).toBe("Tray");
    expect([idOf({ id: "a" }), idOf({ _id: "b", id: "a" })]).toEqual(["a", "b"]);
  });

  test("an answer is read as §3 has it; what has no id or no title is no product", () => {
    const read = productFrom({
      id: "roz",
      name: "Bowl",
      material: "Teak wood",
      images: ["a.jpg"],
      price: "899",
    });
    expect(read).toMatchObject({ _id: "roz", id: "roz", title: "Bowl", materials: ["Teak wood"], size: [] });
    expect(read && [priceText(read), firstImageOf(read)?.url]).toEqual(["₹899.00", "/uploads/a.jpg"]);
    expect([null, {}, "soup", [], { _id: "roz" }, { title: "Bowl" }].map(productFrom)).toEqual(
      Array(6).fill(null),
    );
  });

  test("prices have two decimals and are never NaN, even as strings", () => {
    expect(priceText({ price: 2499 })).toBe("₹2499.00");
    expect(priceText({ price: "588.82" })).toBe("₹588.82");
    expect(priceText({ price: "soon" })).toBe("₹0.00");
  });

  test("the original price shows only when it exceeds the price", () => {
    expect(originalPriceOf({ price: 2499, originalPrice: 3299 })).toBe(329_900);
    expect(originalPriceOf({ price: 2499, originalPrice: 2499 })).toBeNull();
    expect(originalPriceOf({ price: 2499 })).toBeNull();
  });

  test("the badge shows the given discount, when there is one", () => {
    expect(discountBadge({ discount: 24 })).toBe("24% OFF");
    expect(discountBadge({ discount: "15" })).toBe("15% OFF");
    expect([discountBadge({ discount: 0 }), discountBadge({}), discountBadge({ discount: "x" })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("a discount may be one point away from the prices, not more", () => {
    expect(discountDisagrees(24, 249_900, 329_900)).toBe(false);
    expect(discountDisagrees(26, 249_900, 329_900)).toBe(true);
    expect(discountDisagrees(0, 100, 100)).toBe(false);
  });
});

describe("pictures", () => {
  test("the gallery shows images, then variant images not already there", () => {
    const gallery = galleryOf({
      images: [{ url: "/a.jpg" }, "b.jpg"],
      variantImages: [{ url: "/a.jpg", alt: "again" }, { url: "/c.jpg" }],
    });
    expect(gallery).toEqual([{ url: "/a.jpg" }, { url: "/uploads/b.jpg" }, { url: "/c.jpg" }]);
  });

  test.each([
    ["https://cdn.example/a.jpg", "https://cdn.example/a.jpg"],
    ["data:image/png;base64,AA", "data:image/png;base64,AA"],
    ["/pictures/a.jpg", "/pictures/a.jpg"],
    ["trays/a.jpg", "/uploads/trays/a.jpg"],
    ["./a.jpg", "/uploads/a.jpg"],
  ])("%s lies at %s", (given, address) => {
    expect(firstImageOf({ images: [given] })?.url).toBe(address);
  });

  test("no picture asks for the placeholder", () => {
    expect(firstImageOf({ images: [] })).toBeNull();
  });
});
