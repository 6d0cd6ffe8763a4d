import { expect, test } from "vitest";
import { ORIGIN, bowl, sampleSeller, toAbsolute } from "../../tests/support/samples.ts";
import { STANDARD_RULES } from "#shop/policies/rules.ts";
import type { ShippingFee } from "#shop/pricing/shipping-fee.ts";
import type { Product } from "./product.ts";
import { buildProductFact, buildSellerFact } from "./structured-data.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { buildProductBreadcrumb } from "./breadcrumb.ts";

const address = `${ORIGIN}/product-info/acacia-everyday-bowl`;

const factOf = (change: Partial<Product> = {}, shipping?: ShippingFee) =>
  buildProductFact({ ...bowl, ...change }, address, {
    name: "Taruva",
    absolute: toAbsolute,
    taxRates: { cgst: 9, sgst: 9, ...(shipping && { shipping }) },
    rules: STANDARD_RULES,
  });

const offerOf = (change: Partial<Product> = {}) => factOf(change)["offers"] as Record<string, unknown>;

test("the offer in a product's structured data has the price of one piece with taxes (§2.6)", () => {
  expect(factOf()).toMatchObject({
    "@type": "Product",
    name: "Roz Acacia Everyday Bowl",
    image: [`${ORIGIN}/pictures/products/bowl.0e774ebc.1200.jpg`],
    sku: "TRV-BOWL-ACA-01",
    mpn: "ROZ-8X8",
    brand: { name: "Taruva" },
    offers: {
      price: "1060.82",
      priceCurrency: "INR",
      url: address,
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
    },
  });
});

test("structured data leave out unknown facts such as a bar code or a rating (§2.6)", () => {
  const fact = factOf();
  for (const name of ["gtin13", "aggregateRating"]) expect(fact).not.toHaveProperty(name);
  expect(fact["offers"]).not.toHaveProperty("priceValidUntil");
  expect(factOf({ ratingValue: 4.5, reviewCount: 0 })).not.toHaveProperty("aggregateRating");
  expect(factOf({ ratingValue: 4.5, reviewCount: 12 })).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
  });
  expect(factOf({ gtin13: "4006381333931" })).toMatchObject({ gtin13: "4006381333931" });
});

test.each([
  [{ stock: 0 }, "OutOfStock"],
  [{ stock: 0, availability: "InStock" }, "OutOfStock"],
  [{ stock: 3 }, "InStock"],
  [{ availability: "pre-order" }, "PreOrder"],
  [{ availability: "http://schema.org/BackOrder" }, "BackOrder"],
  [{ availability: "ask us" }, "InStock"],
])("a product with %o has the availability %s in its structured data", (change, name) => {
  expect(offerOf(change)["availability"]).toBe(`https://schema.org/${name}`);
});

test("the seller's structured data leave out sample data", () => {
  const samples: Seller = {
    ...sampleSeller,
    phone: "+91 00000 00000",
    email: "hello@taruva.example",
    legalName: "Sample Seller",
    gstin: "SAMPLE GSTIN",
    address: { ...sampleSeller.address, street: "1 Sample Street", zipCode: "000000" },
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
  const realSeller = {
    ...samples,
    email: "hello@taruva.in",
    socialLinks: [{ name: "I", url: "https://instagram.com/taruva" }],
  };
  expect(buildSellerFact(realSeller, { url: ORIGIN, absolute: toAbsolute })).toMatchObject({
    email: "hello@taruva.in",
    sameAs: ["https://instagram.com/taruva"],
  });
});

const way = (category: string, subcategory: string) =>
  buildProductBreadcrumb({ title: "Roz Acacia Everyday Bowl", category, subcategory }).map(
    ({ label, href }) => [label, href],
  );

test("a breadcrumb has the subcategory only if it differs from the category (§2.6)", () => {
  expect(way("Bowls", "bowls").map(([label]) => label)).toEqual([
    "Home",
    "Products",
    "Bowls",
    "Roz Acacia Everyday Bowl",
  ]);
});

test("a breadcrumb leaves out a category or subcategory that another backend does not send (§2.6, D101)", () => {
  const labels = ["Home", "Products", "Roz Acacia Everyday Bowl"];
  expect(way("", "").map(([label]) => label)).toEqual(labels);
  expect(way("", "Bowl")[2]).toEqual(["Bowl", "/products?subcategory=Bowl"]);
  expect(way("Bowls", "").map(([label]) => label)).toEqual(labels.toSpliced(2, 0, "Bowls"));
});
