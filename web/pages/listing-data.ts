import { links } from "#contract/links.ts";
import type { PictureRef } from "#contract/picture.ts";
import { isSameText } from "#contract/text.ts";
import type { PageHead } from "#client/head-tags.ts";
import { type LoadedData, createPageLoader } from "#client/page-loader.ts";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import {
  getCanonicalListing,
  readPageNumber,
  toListingQuery,
  type Selection,
} from "#shop/catalogue/listing-address.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "#shop/catalogue/subcategories.ts";
import { toSharedPicture } from "#shop/media/pictures.ts";
import { type ListingNames, getListingHead } from "#shop/catalogue/listing-head.ts";
import type { Scene } from "#shop/catalogue/web/listing/product-grid.tsx";
import { loadListingPage } from "#shop/catalogue/web/listing/load-listing-page.ts";

export const loader = createPageLoader(({ call, url }) => {
  const query = toListingQuery(url);
  return {
    page: loadListingPage(call, query, readPageNumber(url)),
    homeContent: call(readHomeContent, {}).then((content) => ({
      tile: findOwnPicture(content, query),
      scene: findAllProductsScene(content),
      scenes: listScenes(content, query.category),
      collection: content.collections.find(({ name }) => isSameText(name, query.collection ?? "")) ?? null,
      services: content.services,
      ...(content.navigation && { navigation: content.navigation }),
    })),
  };
});

export type ListingLoader = typeof loader;

export const head = ({ page, homeContent }: Partial<LoadedData<ListingLoader>>, url: URL): PageHead => {
  const query = toListingQuery(url);
  const { title, description } = getListingHead(query, findNames(page, homeContent), homeContent?.navigation);
  const shownCard = homeContent?.tile ?? homeContent?.scene;
  return {
    title,
    ...(description && { description }),
    canonical: getCanonicalListing(readSelection(url, { page, homeContent })),
    noindex: page?.total === 0 || query.search !== undefined,
    ...(shownCard && { image: toSharedPicture(shownCard.picture, shownCard.alt) }),
  };
};

export function readSelection(
  url: URL,
  { page, homeContent }: Partial<LoadedData<ListingLoader>>,
): Selection {
  const { category, subcategory, collection } = toListingQuery(url);
  const names = findNames(page, homeContent);
  return {
    category: category && (names.category ?? category),
    subcategory: subcategory && (names.subcategory ?? subcategory),
    collection: collection && (names.collection?.name ?? collection),
  };
}

const findNames = (
  page: Partial<LoadedData<ListingLoader>>["page"],
  homeContent: Partial<LoadedData<ListingLoader>>["homeContent"],
): ListingNames => ({ ...page?.cards[0], collection: homeContent?.collection ?? undefined });

function findOwnPicture(
  { tiles, collections }: HomeContent,
  { subcategory = "", collection = "" }: ReturnType<typeof toListingQuery>,
) {
  const tile = tiles.find((candidate) => isSameText(candidate.subcategory, subcategory));
  if (tile?.wide) return { picture: omitNarrow(tile.wide), alt: tile.wideAlt ?? tile.alt };
  if (tile) return { picture: tile.picture, alt: tile.alt };
  const { picture, alt = "" } = collections.find(({ name }) => isSameText(name, collection)) ?? {};
  return picture ? { picture: omitNarrow(picture), alt } : null;
}

/** Removes the narrow files of the picture, because the picture fills half of a wide window. */
const omitNarrow = ({ widths, ...picture }: PictureRef): PictureRef => ({
  ...picture,
  ...(widths && { widths: widths.filter((width, at) => width >= 640 || at === widths.length - 1) }),
});

function findAllProductsScene({ scenes, banners: [banner] }: HomeContent) {
  const scene = scenes.find(({ place }) => place === "all-products");
  if (scene) return { picture: omitNarrow(scene.picture), alt: scene.alt };
  return banner ? { picture: banner.desktop, alt: banner.alt } : null;
}

/** Lists the pictures that are shown between the products: one of the workshop, and one of another category. */
function listScenes({ story: [workshop], offerCards, navigation }: HomeContent, category = ""): Scene[] {
  const menu = navigation?.menu ?? menuCategories;
  const others = offerCards.flatMap(({ href, picture }) => {
    const name = menu.find((each) => href === links.products({ category: each.name }))?.name;
    return name && !isSameText(name, category) ? [toScene(href, name, picture)] : [];
  });
  const caption = navigation?.isOwn ? "Our story" : "From a tree, for the table";
  const ofWorkshop = workshop ? [toScene(links.ourStory, caption, workshop.picture)] : [];
  return [...ofWorkshop, ...others.slice(0, 1)];
}

/** Removes the placeholder, which would be larger than all other data of the picture. */
const toScene = (
  href: string,
  caption: string,
  { placeholder: _placeholder, ...picture }: PictureRef,
): Scene => ({
  href,
  caption,
  picture: {
    ...picture,
    ...(picture.widths && { widths: picture.widths.filter((width) => width >= 640 && width <= 1_200) }),
  },
});
