import type { PictureGroup } from "#shop/media/server/index.ts";
import { NEWLY_LAUNCHED } from "../../listing.ts";
import type { Context } from "#platform/context.ts";
import { findHomeContent, listNewestProducts } from "../products/find-products.ts";

/** Those of the listing's first page, and some. */
const ON_FIRST_PAGES = NEWLY_LAUNCHED + 28;

/** The pictures of the first pages, most visible first. */
export async function listFirstPictures(context: Context): Promise<PictureGroup[]> {
  const homeContent = findHomeContent(context);
  const cards = (await listNewestProducts(context, ON_FIRST_PAGES)).map(({ images }) => images[0]?.picture);
  const banners = homeContent.banners.map(({ desktop, mobile }) => [desktop, mobile]);
  return [
    { pictures: banners.slice(0, 1).flat(), upTo: 2000 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 640 },
    { pictures: homeContent.tiles.map(({ picture }) => picture), upTo: 640 },
    { pictures: homeContent.offerCards.map(({ picture }) => picture), upTo: 960 },
    { pictures: banners.slice(1).flat(), upTo: 2000 },
    { pictures: homeContent.hotProducts.map(({ picture }) => picture), upTo: 640 },
    { pictures: cards.slice(NEWLY_LAUNCHED), upTo: 640 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 1200 },
  ];
}
