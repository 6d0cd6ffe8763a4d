import { describe, expect, test } from "vitest";
import { getFirstImage, getGallery } from "./product.ts";
import { parseImage } from "./read-product.ts";

describe("pictures", () => {
  test("the gallery shows images, then variant images not already there (§2.6, D25)", () => {
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
  ])("%s lies at %s (§2.6, D23)", (given, address) => {
    expect(parseImage(given)?.url).toBe(address);
    expect(parseImage({ url: given, alt: "Bowl" })).toEqual({ url: address, alt: "Bowl" });
  });

  test("no picture asks for the placeholder (§2.4, D12, D24)", () => {
    expect(getFirstImage({ images: [] })).toBeNull();
  });
});
