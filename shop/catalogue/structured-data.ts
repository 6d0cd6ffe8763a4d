import { links } from "#contract/links.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { toRupees } from "#contract/money.ts";
import { getLeadDays, isSoldOut } from "#shop/inventory/stock.ts";
import type { DayRange, Rules } from "#shop/policies/rules.ts";
import { weekdays } from "#shop/policies/workdays.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { calculateInclusiveShipping } from "#shop/pricing/shipping-fee.ts";
import { isSample, findSamples, type Seller } from "#shop/seller/seller.ts";
import type { BreadcrumbLink } from "./breadcrumb.ts";
import { getOriginalPrice, getPrice } from "./price.ts";
import { getGallery, type Product, toSharedImage } from "./product.ts";

export type SchemaObject = { "@type": string; [property: string]: unknown };

type ToAbsoluteUrl = (href: string) => string | null;

interface OfferingShop {
  name: string;
  absolute: ToAbsoluteUrl;
  taxRates: TaxRates;
  rules: Rules;
}

/** Builds the schema.org object of a product with its offer (§2.6: the optional SEO fields). */
export function buildProductFact(product: Product, address: string, shop: OfferingShop): SchemaObject {
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

/** The price includes tax, as on the page (D4). */
function buildOffer(
  product: Product,
  url: string,
  { name, absolute, taxRates, rules }: OfferingShop,
): SchemaObject {
  return {
    "@type": "Offer",
    url,
    price: toRupees(calculateInclusivePrice(getPrice(product), taxRates, product)).toFixed(2),
    priceCurrency: "INR",
    availability: SCHEMA + getAvailability(product),
    itemCondition: SCHEMA + (findStandardName(conditions, product.condition) ?? "NewCondition"),
    ...(product.priceValidUntil !== undefined && { priceValidUntil: product.priceValidUntil }),
    seller: { "@type": "Organization", name },
    shippingDetails: buildShippingFact(
      rules,
      toRupees(calculateInclusiveShipping(getPrice(product), taxRates, product)),
      getLeadDays(product),
    ),
    hasMerchantReturnPolicy: {
      ...buildReturnFact(rules, getOriginalPrice(product) !== null),
      merchantReturnLink: absolute(links.refundPolicy),
    },
  };
}

const COUNTRY = "IN";

/** `cost` is in rupees with GST, for one piece. */
const buildShippingFact = (rules: Rules, cost: number, leadDays: number) => ({
  "@type": "OfferShippingDetails",
  shippingRate: { "@type": "MonetaryAmount", value: cost, currency: "INR" },
  shippingDestination: { "@type": "DefinedRegion", addressCountry: COUNTRY },
  deliveryTime: {
    "@type": "ShippingDeliveryTime",
    businessDays: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: weekdays.filter((_, weekday) => rules.workdays.includes(weekday)).map((day) => SCHEMA + day),
    },
    cutoffTime: `${rules.orderBefore}:00+05:30`,
    handlingTime: buildDays({
      least: rules.dispatchWithinDays.least + leadDays,
      most: rules.dispatchWithinDays.most + leadDays,
    }),
    transitTime: buildDays(rules.deliverWithinDays),
  },
});

const buildDays = ({ least, most }: DayRange) => ({
  "@type": "QuantitativeValue",
  minValue: least,
  maxValue: most,
  unitCode: "DAY",
});

/** A discounted product is not refunded. It can be replaced if the rules allow replacements. */
const buildReturnFact = ({ replacement, returnWithinDays }: Rules, isReduced: boolean) => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: COUNTRY,
  returnPolicyCountry: COUNTRY,
  ...(isReduced && !replacement
    ? { returnPolicyCategory: `${SCHEMA}MerchantReturnNotPermitted` }
    : {
        returnPolicyCategory: `${SCHEMA}MerchantReturnFiniteReturnWindow`,
        merchantReturnDays: returnWithinDays,
        returnMethod: `${SCHEMA}ReturnByMail`,
        returnFees: `${SCHEMA}FreeReturn`,
        refundType: [
          ...(isReduced ? [] : [`${SCHEMA}FullRefund`]),
          ...(replacement ? [`${SCHEMA}ExchangeRefund`] : []),
        ],
      }),
});

/** A product that is sold out is `OutOfStock`, even if the owner has set another availability (D22). */
function getAvailability(product: Product): string {
  if (isSoldOut(product)) return "OutOfStock";
  return (
    findStandardName(availabilities, product.availability) ??
    (product.supply?.ready === 0 ? "BackOrder" : "InStock")
  );
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

/** Returns the schema.org name of a value such as `PreOrder`, `pre-order` or the full URL. Undefined if unknown. */
function findStandardName(names: readonly string[], value = ""): string | undefined {
  const normalize = (text: string) =>
    text
      .slice(text.lastIndexOf("/") + 1)
      .replaceAll(/[\s_-]/g, "")
      .toLowerCase();
  return names.find((name) =>
    [name, name.replace("Condition", "")].some((form) => normalize(form) === normalize(value)),
  );
}

const toInches = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "INH" });

/** Builds the schema.org object of the seller. Omits empty fields and sample values (D88). */
export function buildSellerFact(
  seller: Seller,
  shop: { url: string; absolute: ToAbsoluteUrl },
): SchemaObject {
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
      findSamples(address).length === 0 && {
        address: {
          "@type": "PostalAddress",
          streetAddress: address.street,
          addressLocality: address.city,
          addressRegion: address.state,
          postalCode: address.zipCode,
          addressCountry: COUNTRY,
        },
      }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

export const buildSiteFact = (name: string, url: string): SchemaObject => ({
  "@type": "WebSite",
  "@id": `${url}#site`,
  name,
  url,
  inLanguage: SHOP_LOCALE,
});

/** Builds the schema.org object of a breadcrumb. A step without a link, such as the page itself, has no URL. */
export const buildBreadcrumbFact = (
  steps: readonly BreadcrumbLink[],
  absolute: ToAbsoluteUrl,
): SchemaObject => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ label, href }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    ...(href !== undefined && { item: absolute(href) }),
  })),
});

const LOGO = "/apple-touch-icon.png";
