import { toRupees } from "#contract/money.ts";
import { inclusivePrice, type TaxRates } from "#shop/pricing/totals.ts";
import { returnFact, shippingFact } from "#shop/policies/structured-data.ts";
import type { BreadcrumbLink } from "./breadcrumb.ts";
import { galleryOf, originalPriceOf, priceOf, type Product, sharedImage } from "./product.ts";
import { isSample, samplesIn, type Seller } from "#shop/seller/seller.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

/** A thing of schema.org, as search engines read it. Only what is known is in it. */
export type Fact = { "@type": string; [property: string]: unknown };

/** Makes an address that is good from anywhere; null for what has none. */
type Absolute = (href: string) => string | null;

interface OfferingShop {
  name: string;
  absolute: Absolute;
  taxRates: TaxRates;
}

/** A product with the one offer there is for it (§2.6: the optional SEO fields). */
export function productFact(product: Product, address: string, shop: OfferingShop): Fact {
  const { title, description, category, materials, size, sku, mpn, gtin13 } = product;
  const images = galleryOf(product).flatMap((image) => shop.absolute(sharedImage(image, title).href) ?? []);
  return {
    "@type": "Product",
    "@id": `${address}#product`,
    name: title,
    description,
    url: address,
    category,
    material: materials.join(", "),
    brand: { "@type": "Brand", name: shop.name },
    sku: sku ?? product._id,
    ...(images.length > 0 && { image: images }),
    ...(size.length === 1 &&
      size.map(({ L, B, H }) => ({ depth: inches(L), width: inches(B), height: inches(H) }))[0]),
    ...(mpn !== undefined && { mpn }),
    ...(gtin13 !== undefined && { gtin13 }),
    ...ratingOf(product),
    offers: offerOf(product, address, shop),
  };
}

/** The price is what one piece costs with its taxes: the figure that stands beside it on the page (D4). */
function offerOf(product: Product, url: string, { name, absolute, taxRates }: OfferingShop): Fact {
  return {
    "@type": "Offer",
    url,
    price: toRupees(inclusivePrice(priceOf(product), taxRates)).toFixed(2),
    priceCurrency: "INR",
    availability: SCHEMA + availabilityOf(product),
    itemCondition: SCHEMA + (known(conditions, product.condition) ?? "NewCondition"),
    ...(product.priceValidUntil !== undefined && { priceValidUntil: product.priceValidUntil }),
    seller: { "@type": "Organization", name },
    shippingDetails: shippingFact(),
    hasMerchantReturnPolicy: returnFact({ isReduced: originalPriceOf(product) !== null, absolute }),
  };
}

/** Stock knows best; where it has nothing to say the owner's word counts, and a piece made to order can be had (D22). */
function availabilityOf(product: Product): string {
  if (isSoldOut(product)) return "OutOfStock";
  return known(availabilities, product.availability) ?? "InStock";
}

function ratingOf({ ratingValue, reviewCount }: Product) {
  if (ratingValue === undefined || !reviewCount) return {};
  return { aggregateRating: { "@type": "AggregateRating", ratingValue, reviewCount } };
}

/** The seller, as far as the owner has filled in the facts; samples are no one's (D88). */
export function sellerFact(seller: Seller, shop: { url: string; absolute: Absolute }): Fact {
  const { tradeName, legalName, email, phone, address, gstin, socialLinks } = seller;
  const profiles = socialLinks.map(({ url }) => url).filter((url) => !isSample(url));
  return {
    "@type": "Organization",
    "@id": `${shop.url}#seller`,
    name: tradeName,
    url: shop.url,
    logo: shop.absolute(LOGO),
    ...(legalName !== undefined && !isSample(legalName) && { legalName }),
    ...(!isSample(email) && { email }),
    ...(!isSample(phone) && { telephone: phone }),
    ...(gstin !== undefined && !isSample(gstin) && { taxID: gstin }),
    ...(address &&
      samplesIn(address).length === 0 && {
        address: {
          "@type": "PostalAddress",
          streetAddress: address.street,
          addressLocality: address.city,
          addressRegion: address.state,
          postalCode: address.zipCode,
          addressCountry: "IN",
        },
      }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

export const siteFact = (name: string, url: string): Fact => ({
  "@type": "WebSite",
  "@id": `${url}#site`,
  name,
  url,
  inLanguage: "en-IN",
});

/** The way to a page; the last step is the page itself. */
export const breadcrumbFact = (steps: readonly BreadcrumbLink[], absolute: Absolute): Fact => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ label, href }, place) => ({
    "@type": "ListItem",
    position: place + 1,
    name: label,
    ...(href !== undefined && { item: absolute(href) }),
  })),
});

const SCHEMA = "https://schema.org/";

/** The mark of the shop, square: it stands in web/public. */
const LOGO = "/apple-touch-icon.png";

const conditions = ["NewCondition", "RefurbishedCondition", "UsedCondition", "DamagedCondition"];
const availabilities = [
  "InStock",
  "OutOfStock",
  "LimitedAvailability",
  "PreOrder",
  "BackOrder",
  "SoldOut",
  "Discontinued",
];

/** The owner may write `PreOrder`, `pre-order` or the whole address at schema.org. */
function known(names: readonly string[], given = ""): string | undefined {
  const plain = (text: string) =>
    text
      .slice(text.lastIndexOf("/") + 1)
      .replaceAll(/[\s_-]/g, "")
      .toLowerCase();
  return names.find((name) =>
    [name, name.replace("Condition", "")].some((form) => plain(form) === plain(given)),
  );
}

const inches = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "INH" });
