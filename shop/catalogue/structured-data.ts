import { toRupees } from "#contract/money.ts";
import { inclusivePrice, type TaxRates } from "#shop/pricing/totals.ts";
import { returnFact, shippingFact } from "#shop/policies/structured-data.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { galleryOf, type Product, sharedImage } from "./product.ts";
import { originalPriceOf, priceOf } from "./price.ts";

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
