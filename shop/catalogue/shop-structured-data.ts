import { SHOP_LOCALE } from "#contract/locale.ts";
import { isSample, findSamples, type Seller } from "#shop/seller/seller.ts";
import type { BreadcrumbLink } from "./breadcrumb.ts";
import type { Absolute, Fact } from "./structured-data.ts";

/** The seller, as far as the owner has filled in the facts; samples are no one's (D88). */
export function buildSellerFact(seller: Seller, shop: { url: string; absolute: Absolute }): Fact {
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
          addressCountry: "IN",
        },
      }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

export const buildSiteFact = (name: string, url: string): Fact => ({
  "@type": "WebSite",
  "@id": `${url}#site`,
  name,
  url,
  inLanguage: SHOP_LOCALE,
});

/** The way to a page; the last step is the page itself. */
export const buildBreadcrumbFact = (steps: readonly BreadcrumbLink[], absolute: Absolute): Fact => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ label, href }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    ...(href !== undefined && { item: absolute(href) }),
  })),
});

/** The mark of the shop, square: it is in web/public. */
const LOGO = "/apple-touch-icon.png";
