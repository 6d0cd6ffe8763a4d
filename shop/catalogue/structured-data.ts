import { toRupees } from "#contract/money.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateInclusivePrice } from "#shop/pricing/totals.ts";
import { buildReturnFact, buildShippingFact } from "#shop/policies/structured-data.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { getGallery, type Product, toSharedImage } from "./product.ts";
import { getOriginalPrice, getPrice } from "./price.ts";

/** A thing of schema.org, as search engines read it. Only what is known is in it. */
export type Fact = { "@type": string; [property: string]: unknown };

/** Makes an address that is good from anywhere; null for what has none. */
export type Absolute = (href: string) => string | null;

interface OfferingShop {
  name: string;
  absolute: Absolute;
  taxRates: TaxRates;
}

/** A product with the one offer there is for it (§2.6: the optional SEO fields). */
export function buildProductFact(product: Product, address: string, shop: OfferingShop): Fact {
  const { title, description, category, materials, size, sku, mpn, gtin13 } = product;
  const images = getGallery(product).flatMap(
    (image) => shop.absolute(toSharedImage(image, title).href) ?? [],
  );
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
      size.map(({ L, B, H }) => ({ depth: toInches(L), width: toInches(B), height: toInches(H) }))[0]),
    ...(mpn !== undefined && { mpn }),
    ...(gtin13 !== undefined && { gtin13 }),
    ...buildRating(product),
    offers: buildOffer(product, address, shop),
  };
}

/** The price is what one piece costs with its taxes: the figure that stands beside it on the page (D4). */
function buildOffer(product: Product, url: string, { name, absolute, taxRates }: OfferingShop): Fact {
  return {
    "@type": "Offer",
    url,
    price: toRupees(calculateInclusivePrice(getPrice(product), taxRates)).toFixed(2),
    priceCurrency: "INR",
    availability: SCHEMA + getAvailability(product),
    itemCondition: SCHEMA + (findKnown(conditions, product.condition) ?? "NewCondition"),
    ...(product.priceValidUntil !== undefined && { priceValidUntil: product.priceValidUntil }),
    seller: { "@type": "Organization", name },
    shippingDetails: buildShippingFact(),
    hasMerchantReturnPolicy: buildReturnFact({ isReduced: getOriginalPrice(product) !== null, absolute }),
  };
}

/** Stock knows best; where it has nothing to say the owner's word counts, and a piece made to order can be had (D22). */
function getAvailability(product: Product): string {
  if (isSoldOut(product)) return "OutOfStock";
  return findKnown(availabilities, product.availability) ?? "InStock";
}

function buildRating({ ratingValue, reviewCount }: Product) {
  if (ratingValue === undefined || !reviewCount) return {};
  return { aggregateRating: { "@type": "AggregateRating", ratingValue, reviewCount } };
}

const SCHEMA = "https://schema.org/";

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
function findKnown(names: readonly string[], given = ""): string | undefined {
  const plain = (text: string) =>
    text
      .slice(text.lastIndexOf("/") + 1)
      .replaceAll(/[\s_-]/g, "")
      .toLowerCase();
  return names.find((name) =>
    [name, name.replace("Condition", "")].some((form) => plain(form) === plain(given)),
  );
}

const toInches = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "INH" });
