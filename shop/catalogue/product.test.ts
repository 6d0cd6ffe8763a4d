import { expect, test } from "vitest";
import { formatDiscount, formatPrice, getOriginalPrice, isDiscountWrong } from "./price.ts";
import { parseImage, parseProduct } from "./read-product.ts";
import { getGallery, getPicture } from "./product.ts";

test("a product may have `name` instead of `title`, and a numeric `id` instead of `_id` (§3, D20, D94)", () => {
  const read = (value: object) => {
    const { _id, id, title } = parseProduct(value) ?? {};
    return [_id, id, title];
  };
  expect(read({ _id: 7, name: "Bowl" })).toEqual(["7", "7", "Bowl"]);
  expect(read({ id: "a", title: "Tray", name: "Bowl" })).toEqual(["a", "a", "Tray"]);
  expect(read({ _id: "b", id: "a", title: "", name: "Bowl" })).toEqual(["b", "b", "Bowl"]);
});

test("a product without an id or a title is rejected", () => {
  const odd = [null, {}, "soup", [], { _id: "roz" }, { title: "Bowl" }];
  expect(odd.map(parseProduct)).toEqual(odd.map(() => null));
});

test("invalid fields of a product are left out or replaced by values that can be shown (§3, §7, D101)", () => {
  const bare = parseProduct({ _id: "roz", title: "Bowl" });
  const odd = parseProduct({
    _id: "roz",
    title: "Bowl",
    description: null,
    category: 7,
    materials: [null, "Teak wood", ""],
    size: [null, "18 in", { L: "18", B: null }],
    price: "soon",
    originalPrice: "3299.999",
    discount: "24",
    images: [null, "a.jpg", {}, { url: "/b.jpg", alt: "Above" }],
    variantImages: null,
    stock: null,
    sales: {},
    care: "Wipe with a dry cloth.",
    named: "Roz",
    rating: { rate: 4.5, count: 12 },
    gstRate: { slab: 18 },
    supply: "local",
    netWeight: "1.2 kg",
    pieces: null,
    manufacturer: { name: "Taruva" },
  });
  expect(bare).toEqual({
    _id: "roz",
    id: "roz",
    title: "Bowl",
    description: "",
    category: "",
    subcategory: "",
    material: "",
    materials: [],
    size: [],
    price: 0,
    originalPrice: 0,
    discount: 0,
    images: [],
    createdAt: "",
    sales: 0,
  });
  expect(odd).toEqual({
    ...bare,
    category: "7",
    material: "Teak wood",
    materials: ["Teak wood"],
    size: [{ L: 18, B: 0, H: 0 }],
    originalPrice: 3300,
    discount: 24,
    images: [{ url: "/uploads/a.jpg" }, { url: "/b.jpg", alt: "Above" }],
  });
});

test("a stock that is not a number does not make a product sold out (D22, D94, D101)", () => {
  const read = (stock: unknown) => parseProduct({ _id: "roz", title: "Bowl", stock });
  expect(read("12")?.stock).toBe(12);
  for (const foreign of ["In stock", true, { warehouse: 3 }, null])
    expect(read(foreign)).not.toHaveProperty("stock");
});

test("a price is shown with two decimals and never as NaN, even if it is a string (§2.6, §3, D4, D7, D20, D94)", () => {
  expect(formatPrice({ price: 2499 })).toBe("₹2499.00");
  expect(formatPrice({ price: "588.82" })).toBe("₹588.82");
  expect(formatPrice({ price: "soon" })).toBe("₹0.00");
});

test("the original price is shown only if it is above the price (§2.4, D12, D24)", () => {
  expect(getOriginalPrice({ price: 2499, originalPrice: 3299 })).toBe(329_900);
  expect(getOriginalPrice({ price: 2499, originalPrice: 2499 })).toBeNull();
  expect(getOriginalPrice({ price: 2499 })).toBeNull();
});

test("the badge shows the discount of the product, if it has one (§2.4, D12, D24)", () => {
  expect(formatDiscount({ discount: 24 })).toBe("24% OFF");
  expect(formatDiscount({ discount: "15" })).toBe("15% OFF");
  expect([formatDiscount({ discount: 0 }), formatDiscount({}), formatDiscount({ discount: "x" })]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the stated discount of a product may differ by at most one percentage point from the discount calculated from its prices", () => {
  expect(isDiscountWrong(24, 249_900, 329_900)).toBe(false);
  expect(isDiscountWrong(26, 249_900, 329_900)).toBe(true);
  expect(isDiscountWrong(0, 100, 100)).toBe(false);
});

test("the gallery shows the product's images and then its variants' images, each image once (§2.6, D25)", () => {
  const gallery = getGallery({
    images: [{ url: "/a.jpg" }, { url: "/b.jpg" }],
    variantImages: [{ url: "/a.jpg", alt: "again" }, { url: "/c.jpg" }],
  });
  expect(gallery).toEqual([{ url: "/a.jpg" }, { url: "/b.jpg" }, { url: "/c.jpg" }]);
});

test.each([
  ["https://cdn.example/a.jpg", "https://cdn.example/a.jpg"],
  ["data:image/png;base64,AA", "data:image/png;base64,AA"],
  ["/pictures/a.jpg", "/pictures/a.jpg"],
  ["trays/a.jpg", "/uploads/trays/a.jpg"],
  ["./a.jpg", "/uploads/a.jpg"],
])("the picture %s has the URL %s (§2.6, D23)", (value, address) => {
  expect(parseImage(value)?.url).toBe(address);
  expect(parseImage({ url: value, alt: "Bowl" })).toEqual({ url: address, alt: "Bowl" });
});

test("a product without a list of pictures has no main picture (§2.4, D12, D24)", () => {
  expect(getPicture(undefined)).toBeNull();
});
