import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { hasOwnBrand, toBrand, toSharedDrawing } from "#shop/brand/server/index.ts";
import type { PictureRef } from "#contract/picture.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { readPicturesOutside, toPictureRef, type Original } from "#shop/media/server/index.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { fillWords, listFields } from "#shop/texts/server/index.ts";
import { getRules } from "#shop/policies/rules.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { toSeller } from "#shop/seller/server/index.ts";
import type { Product } from "../../product.ts";
import { buildNavigation } from "../build-navigation.ts";
import { hotTiles } from "../../subcategories.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { findProductsIn, type ProductCache } from "./product-cache.ts";
import type { ProductSummaries } from "./product-summaries.ts";

export async function loadHomeContent(
  db: Db | Tx,
  files: HomeContentFiles,
  products: ProductSummaries,
  cache: ProductCache,
) {
  const pictures = await readPicturesOutside(db, "products");
  const pictureOf = (path: string): PictureRef => {
    const existing = pictures.get(path);
    if (!existing) throw new Error(`The picture ${path} was imported without being measured.`);
    return toPictureRef(existing);
  };
  const hotProducts = files.hotProducts.flatMap(({ product }) => products.get(product) ?? []);
  const onTiles = new Map(
    (await findProductsIn(db, cache, hotProducts)).map((product) => [product.id, product]),
  );
  const navigation = buildNavigation(products.listUsedKinds(), files.menu);
  return {
    files,
    homeContent: {
      ...buildHomeContent(files, pictureOf, onTiles),
      ...(navigation && { navigation }),
      offerCards: await buildOfferCards(db, files, pictureOf),
      looks: (files.looks ?? []).map((look) => toLook(look, pictureOf, products)),
      collections: files.collections.map(({ picture, ...texts }) => {
        // The collection may refer to a picture whose file has been deleted since.
        const existing = picture === undefined ? undefined : pictures.get(`collections/${picture}`);
        return { ...texts, ...(existing && { picture: toPictureRef(existing) }) };
      }),
    },
    videos: new Map(files.videos.map((entry) => [getVideoHref(entry), toVideoOriginal(entry)])),
  };
}

type PictureOf = (path: string) => PictureRef;

function buildHomeContent(
  files: HomeContentFiles,
  pictureOf: PictureOf,
  products: ReadonlyMap<string, Product>,
): Omit<HomeContent, "offerCards" | "looks" | "collections"> {
  const brand = toBrand(files.brand);
  const seller = files.seller ? toSeller(files.seller) : null;
  return {
    success: true,
    banners: files.banners.map(({ desktop, mobile, ...texts }) => ({
      ...texts,
      desktop: pictureOf(`banners/${desktop}`),
      mobile: pictureOf(`banners/${mobile}`),
    })),
    tiles: files.tiles.map(({ picture, wide, ...texts }) => ({
      ...texts,
      picture: pictureOf(`tiles/${picture}`),
      ...(wide !== undefined && { wide: pictureOf(`tiles/${wide}`) }),
    })),
    hotProducts: hotTiles.map((standard, index) => toHotTile(index + 1, standard, files, products)),
    services: fillServices(files, seller),
    videos: files.videos.map(({ title, alt, poster, ...file }) => ({
      title,
      alt,
      video: getVideoHref(file),
      poster: pictureOf(`videos/${poster}`),
    })),
    story: files.story.map(({ picture, alt }) => ({ picture: pictureOf(`story/${picture}`), alt })),
    ...(files.makers &&
      files.makers.length > 0 && {
        makers: files.makers.map(({ picture, ...texts }) => ({
          ...texts,
          picture: pictureOf(`story/${picture}`),
        })),
      }),
    scenes: buildScenes(files, pictureOf, seller),
    seller,
    ...(brand && { brand }),
    ...(files.home && { home: files.home }),
    ...(Object.keys(files.rules ?? {}).length > 0 && { rules: files.rules }),
  };
}

export const DEFAULT_SHARED_PICTURE = "/pictures/scenes/shared-link.aaa55bb7.{w}.{f}";

/**
 * Builds the pictures of pages and shared links. In a shop with its own brand, shared links never show the default
 * picture, which contains the name Taruva.
 */
function buildScenes(
  { scenes = [], brand }: HomeContentFiles,
  pictureOf: PictureOf,
  seller: Seller | null,
): HomeContent["scenes"] {
  const built = scenes.map(({ picture, ...texts }) => ({
    ...texts,
    picture: pictureOf(`scenes/${picture}`),
  }));
  const name = seller?.tradeName ?? DEFAULT_NAME;
  if (!hasOwnBrand(brand, name)) return built;
  const ownPictures = built.filter(({ picture }) => picture.src !== DEFAULT_SHARED_PICTURE);
  return ownPictures.some(({ place }) => place === "shared-link")
    ? ownPictures
    : [...ownPictures, { place: "shared-link", picture: toSharedDrawing(brand), alt: name }];
}

function fillServices({ services, rules }: HomeContentFiles, seller: Seller | null): HomeContent["services"] {
  const values = listFields({ seller, rules: getRules(rules), taxRates: seller?.taxRates ?? TAX_RATES });
  return services.flatMap(({ icon, ...texts }) => {
    const [title, text] = [fillWords(texts.title, values), fillWords(texts.text, values)];
    return title === null || text === null ? [] : [{ title, text, icon }];
  });
}

const selectHighestDiscount = defineStatement<[], { highest: number }>(
  `select coalesce(max(discount), 0)::float8 as highest from product where not hidden`,
);

async function buildOfferCards(
  db: Db | Tx,
  { offerCards }: HomeContentFiles,
  pictureOf: PictureOf,
): Promise<HomeContent["offerCards"]> {
  const claims = offerCards.some(({ title }) => limitClaim(title, 0) !== title);
  const [{ highest } = { highest: 0 }] = claims ? await selectHighestDiscount(db) : [];
  return offerCards.map(({ title, href, alt, picture }) => ({
    title: limitClaim(title, Math.floor(highest)),
    href,
    alt,
    picture: pictureOf(`offers/${picture}`),
  }));
}

const CLAIM = /\s*\bup to (\d+)% off\b/i;

/** Lowers the discount that a title promises to `highest` percent, or removes it if `highest` is 0. */
function limitClaim(title: string, highest: number): string {
  const claimed = Number(CLAIM.exec(title)?.[1] ?? 0);
  if (claimed <= highest) return title;
  return title.replace(CLAIM, highest > 0 ? ` up to ${highest}% off` : "").trim();
}

const toLook = (
  { landscape, portrait, points, ...texts }: NonNullable<HomeContentFiles["looks"]>[number],
  pictureOf: PictureOf,
  products: ProductSummaries,
): HomeContent["looks"][number] => ({
  ...texts,
  landscape: pictureOf(`looks/${landscape}`),
  portrait: pictureOf(`looks/${portrait}`),
  points: points.flatMap(({ product, ...places }) => {
    const existing = products.get(product);
    return existing
      ? [{ productId: existing._id, title: existing.title, price: existing.price, ...places }]
      : [];
  }),
});

const getVideoHref = ({ video, hash }: { video: string; hash: string }): string =>
  `/videos/${video.replace(/\.mp4$/, `.${hash}.mp4`)}`;

export const toVideoOriginal = ({ video, hash }: { video: string; hash: string }): Original => ({
  path: `videos/${video}`,
  hash,
});

/** A tile without a product links to a listing (D26). */
function toHotTile(
  tile: number,
  standard: { name: string; subcategory: string },
  { hotProducts }: HomeContentFiles,
  products: ReadonlyMap<string, Product>,
): HomeContent["hotProducts"][number] {
  const chosen = hotProducts.find((candidate) => candidate.tile === tile);
  const { name, subcategory } = chosen ?? standard;
  const product = chosen && products.get(chosen.product);
  // Prefers the second picture, because product cards on the page show the first one.
  const image = product?.images[1] ?? product?.images[0];
  return {
    tile,
    name,
    subcategory,
    productId: product?.id ?? null,
    alt: image?.alt ?? name,
    ...(image?.picture && { picture: image.picture }),
  };
}
