import { expect, test } from "vitest";
import { productBreadcrumb } from "./breadcrumb.ts";
import { listingBreadcrumb } from "./listing-address.ts";
import type { Product } from "./product.ts";
import type { Seller } from "../seller/seller.ts";
import { breadcrumbFact, sellerFact } from "./shop-structured-data.ts";
import { productFact } from "./structured-data.ts";

const ORIGIN = "https://shop.example.in";
const absolute = (href: string) => ORIGIN + href;
const address = `${ORIGIN}/product-info/acacia-everyday-bowl`;

const bowl: Product = {
  _id: "acacia-everyday-bowl",
  id: "acacia-everyday-bowl",
  title: "Roz Acacia Everyday Bowl",
  description: "For dal, for nuts, for keys.",
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  material: "Acacia wood",
  size: [{ L: 8, B: 8, H: 3 }],
  price: 899,
  originalPrice: 899,
  discount: 0,
  images: [
    {
      url: "/pictures/products/bowl.0e774ebc.960.jpg",
      picture: {
        src: "/pictures/products/bowl.0e774ebc.{w}.{f}",
        width: 1400,
        height: 1400,
        widths: [960, 1200, 1400],
      },
    },
  ],
  createdAt: "2026-01-05T05:30:00.000Z",
  sales: 187,
  sku: "TRV-BOWL-ACA-01",
  mpn: "ROZ-8X8",
};

const factOf = (change: Partial<Product> = {}) =>
  productFact({ ...bowl, ...change }, address, { name: "Taruva", absolute, taxRates: { cgst: 9, sgst: 9 } });
const offerOf = (change: Partial<Product> = {}) => factOf(change)["offers"] as Record<string, unknown>;

test("a product is offered for what a buyer pays for one piece, taxes included", () => {
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

test("nothing is said that is not known", () => {
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
])("availability of %o is %s", (change, name) => {
  expect(offerOf(change)["availability"]).toBe(`https://schema.org/${name}`);
});

test("delivery and returns are those of the policy pages", () => {
  expect(offerOf()).toMatchObject({
    shippingDetails: {
      shippingRate: { value: 0, currency: "INR" },
      shippingDestination: { addressCountry: "IN" },
      deliveryTime: { handlingTime: { minValue: 2, maxValue: 3 }, transitTime: { minValue: 5, maxValue: 8 } },
    },
    hasMerchantReturnPolicy: {
      merchantReturnDays: 7,
      refundType: ["https://schema.org/FullRefund", "https://schema.org/ExchangeRefund"],
      merchantReturnLink: `${ORIGIN}/refund-policy`,
    },
  });
});

test("a piece whose price is lowered is replaced, not refunded", () => {
  expect(offerOf({ originalPrice: 1199 })).toMatchObject({
    hasMerchantReturnPolicy: { refundType: ["https://schema.org/ExchangeRefund"] },
  });
});

test("of the seller only true facts are told", () => {
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
  expect(sellerFact(samples, { url: `${ORIGIN}/`, absolute })).toEqual({
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
  expect(sellerFact(known, { url: ORIGIN, absolute })).toMatchObject({
    email: "hello@taruva.in",
    sameAs: ["https://instagram.com/taruva"],
  });
});

test("the way to a page is numbered, and ends at the page", () => {
  const { itemListElement } = breadcrumbFact(productBreadcrumb(bowl), absolute) as never as {
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
  expect(listingBreadcrumb({ subcategory: "Bowl" }).at(-1)).toEqual({ label: "Bowl", href: "/wooden-bowls" });
});
