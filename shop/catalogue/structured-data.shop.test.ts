import { expect, test } from "vitest";
import type { Seller } from "#shop/seller/seller.ts";
import { buildProductBreadcrumb } from "./breadcrumb.ts";
import { buildListingBreadcrumb } from "./listing-address.ts";
import { buildBreadcrumbFact, buildSellerFact } from "./structured-data.ts";
import { bowl, ORIGIN, toAbsolute } from "../../tests/support/samples.ts";

test("of the seller only true facts are given", () => {
  const samples: Seller = {
    tradeName: "Taruva",
    phone: "+91 00000 00000",
    email: "hello@taruva.example",
    legalName: "Sample Seller",
    gstin: "SAMPLE GSTIN",
    address: {
      street: "1 Sample Street",
      city: "Surat",
      state: "Gujarat",
      zipCode: "000000",
      country: "India",
    },
    taxRates: { cgst: 9, sgst: 9 },
    socialLinks: [{ name: "Instagram", url: "https://instagram.example/taruva" }],
  };
  expect(buildSellerFact(samples, { url: `${ORIGIN}/`, absolute: toAbsolute })).toEqual({
    "@type": "Organization",
    "@id": `${ORIGIN}/#seller`,
    name: "Taruva",
    url: `${ORIGIN}/`,
    logo: `${ORIGIN}/apple-touch-icon.png`,
  });
  const known = {
    ...samples,
    email: "hello@taruva.in",
    socialLinks: [{ name: "I", url: "https://instagram.com/taruva" }],
  };
  expect(buildSellerFact(known, { url: ORIGIN, absolute: toAbsolute })).toMatchObject({
    email: "hello@taruva.in",
    sameAs: ["https://instagram.com/taruva"],
  });
});

test("the way to a page is numbered, and ends at the page", () => {
  const { itemListElement } = buildBreadcrumbFact(buildProductBreadcrumb(bowl), toAbsolute) as never as {
    itemListElement: { position: number; name: string; item?: string }[];
  };
  expect(itemListElement.map(({ name }) => name)).toEqual([
    "Home",
    "Products",
    "Serveware",
    "Bowl",
    bowl.title,
  ]);
  expect(itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  expect(itemListElement.at(-1)).not.toHaveProperty("item");
  expect(itemListElement[2]?.item).toBe(`${ORIGIN}/products?category=Serveware`);
  expect(buildListingBreadcrumb({ subcategory: "Bowl" }).at(-1)).toEqual({
    label: "Bowl",
    href: "/wooden-bowls",
  });
});
