import type { ListingQuery } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";
import type { PageHead } from "#client/head-tags.ts";
import { type LoadedData, type SettledData, createPageLoader } from "#client/load.ts";
import { toListCards } from "#shop/catalogue/card.ts";
import { listByCategory, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { readListing } from "#shop/catalogue/filters.ts";
import { selectProducts } from "#shop/catalogue/select-products.ts";
import {
  getCanonicalListing,
  LISTING_PAGE_SIZE,
  readPageNumber,
  toListingQuery,
  type Selection,
} from "#shop/catalogue/listing-address.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { toSharedPicture } from "#shop/media/pictures.ts";
import { type ListingNames, getListingHead } from "#shop/catalogue/listing-head.ts";
import { dehydrateCards, hydrateCards } from "#shop/catalogue/web/dehydrated-cards.ts";
import type { ListingPart } from "#shop/catalogue/web/use-shown-parts.ts";

export const loader = createPageLoader(({ call, url }) => {
  const query = toListingQuery(url);
  const page = readPageNumber(url);
  return {
    part: call(listByCategory, {
      query: { ...listTexts(query), page: String(page), limit: String(LISTING_PAGE_SIZE) },
    }).then((answer): ListingPart => {
      // Which kind and collection a product belongs to, the backend knows; it is chosen again by wood and price (§7).
      const chosen = { ...readListing(query), category: null, subcategory: null, collection: null };
      const products = selectProducts(getProducts(answer), chosen);
      const total = Math.max(answer.total, products.length);
      const lastPage = Math.max(1, Math.ceil(total / LISTING_PAGE_SIZE));
      return { cards: toListCards(products), page: Math.min(page, lastPage), total };
    }),
    homeContent: call(readHomeContent, {}).then(({ tiles, banners, scenes, collections, services }) => ({
      tile: tiles.find((tile) => isSameText(tile.subcategory, query.subcategory ?? "")) ?? null,
      scene: findAllProductsScene(scenes, banners),
      collection: collections.find(({ name }) => isSameText(name, query.collection ?? "")) ?? null,
      services,
    })),
  };
});

export type ListingLoader = typeof loader;

export const head = ({ part, homeContent }: Partial<LoadedData<ListingLoader>>, url: URL): PageHead => {
  const query = toListingQuery(url);
  const { title, description } = getListingHead(query, findNames(part, homeContent));
  const shown = homeContent?.tile ?? homeContent?.scene;
  return {
    title,
    description,
    canonical: getCanonicalListing(readSelection(url, { part, homeContent })),
    noindex: part?.total === 0,
    ...(shown && { image: toSharedPicture(shown.picture, shown.alt) }),
  };
};

/** What of the data is sent to the browser: the cards' markup says the rest. */
export const dehydrate = ({ part, ...data }: SettledData<ListingLoader>) => ({
  ...data,
  part: dehydrateCards(part),
});

/** The data again. */
export const hydrate = ({ part, ...data }: ReturnType<typeof dehydrate>, root: ParentNode) => ({
  ...data,
  part: hydrateCards(part, root),
});

/** What is being looked through, as the catalogue writes it. */
export function readSelection(
  url: URL,
  { part, homeContent }: Partial<LoadedData<ListingLoader>>,
): Selection {
  const { category, subcategory, collection } = toListingQuery(url);
  const named = findNames(part, homeContent);
  return {
    category: category && (named.category ?? category),
    subcategory: subcategory && (named.subcategory ?? subcategory),
    collection: collection && (named.collection?.name ?? collection),
  };
}

const findNames = (
  part: Partial<LoadedData<ListingLoader>>["part"],
  homeContent: Partial<LoadedData<ListingLoader>>["homeContent"],
): ListingNames => ({ ...part?.cards[0], collection: homeContent?.collection ?? undefined });

function findAllProductsScene(scenes: HomeContent["scenes"], [banner]: HomeContent["banners"]) {
  const scene = scenes.find(({ place }) => place === "all-products");
  if (scene) return { picture: scene.picture, alt: scene.alt };
  return banner ? { picture: banner.desktop, alt: banner.alt } : null;
}

const listTexts = (query: ListingQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
