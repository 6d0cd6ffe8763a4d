import type { PictureRef } from "#contract/picture.ts";
import type { Product } from "../product.ts";
import { isFilledIn, type Seller } from "#shop/seller/seller.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { hotTiles } from "../subcategories.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import type { HomeContentFiles } from "./home-content-files.ts";

type PictureOf = (path: string) => PictureRef;

/** The owner's window files as they travel. */
export function buildHomeContent(
  files: HomeContentFiles,
  pictureOf: PictureOf,
  products: ReadonlyMap<string, Product>,
): HomeContent {
  return {
    success: true,
    banners: files.banners.map(({ desktop, mobile, ...texts }) => ({
      ...texts,
      desktop: pictureOf(`banners/${desktop}`),
      mobile: pictureOf(`banners/${mobile}`),
    })),
    tiles: files.tiles.map(({ picture, ...texts }) => ({ ...texts, picture: pictureOf(`tiles/${picture}`) })),
    hotProducts: hotTiles.map((standard, index) => toHotTile(index + 1, standard, files, products)),
    offerCards: files.offerCards.map(({ title, href, alt, picture }) => ({
      title,
      href,
      alt,
      picture: pictureOf(`offers/${picture}`),
    })),
    services: files.services,
    videos: files.videos.map(({ title, alt, poster, ...file }) => ({
      title,
      alt,
      video: getVideoHref(file),
      poster: pictureOf(`videos/${poster}`),
    })),
    story: files.story.map(({ picture, alt }) => ({ picture: pictureOf(`story/${picture}`), alt })),
    collections: files.collections,
    seller: files.seller ? toSeller(files.seller) : null,
  };
}

/**
 * The samples that came with the shop are all shown alike (D103); values that begin with REPLACE are for the owner, not
 * for shoppers (D88).
 */
function toSeller({
  tradeName,
  phone,
  email,
  socialLinks,
  address,
  grievanceOfficer,
  taxRates,
  ...texts
}: NonNullable<HomeContentFiles["seller"]>): Seller {
  const { legalName, state, gstin, jurisdictionCity } = texts;
  const whole = (part: Record<string, string>) => Object.values(part).every(isFilledIn);
  return {
    tradeName,
    phone,
    email,
    socialLinks: socialLinks.filter(({ url }) => isFilledIn(url)),
    // A version that was imported before the rates were read has none.
    taxRates: taxRates ?? TAX_RATES,
    ...(isFilledIn(legalName) && { legalName }),
    ...(whole(address) && { address }),
    ...(isFilledIn(state) && { state }),
    ...(isFilledIn(gstin) && { gstin }),
    ...(whole(grievanceOfficer) && { grievanceOfficer }),
    ...(isFilledIn(jurisdictionCity) && { jurisdictionCity }),
  };
}

/** `/videos/loop-1-breakfast.a1b2c3d4.mp4` */
export const getVideoHref = ({ video, hash }: { video: string; hash: string }): string =>
  `/videos/${video.replace(/\.mp4$/, `.${hash}.mp4`)}`;

/** What the owner put on a tile, else what the tile is called; without its product it leads to a listing (D26). */
function toHotTile(
  tile: number,
  standard: { name: string; subcategory: string },
  { hotProducts }: HomeContentFiles,
  products: ReadonlyMap<string, Product>,
): HomeContent["hotProducts"][number] {
  const chosen = hotProducts.find((hot) => hot.tile === tile);
  const { name, subcategory } = chosen ?? standard;
  const product = chosen && products.get(chosen.product);
  const image = product?.images[0];
  return {
    tile,
    name,
    subcategory,
    productId: product?.id ?? null,
    alt: image?.alt ?? name,
    ...(image?.picture && { picture: image.picture }),
  };
}
