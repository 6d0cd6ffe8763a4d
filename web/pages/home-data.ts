import type { PageHead } from "#client/head-tags.ts";
import { type LoadedData, pageLoader } from "#client/load.ts";
import { links } from "#contract/links.ts";
import { toCard } from "#shop/catalogue/card.ts";
import { listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { NEWLY_LAUNCHED, productsOf } from "#shop/catalogue/listing.ts";
import { sharedPicture } from "#shop/media/pictures.ts";

/** The window of the shop, and the newest products: as many as are shown before 'View All' (D44). */
export const loader = pageLoader(({ call }) => ({
  homeContent: call(readHomeContent, {}).then(
    ({ banners, offerCards, tiles, services, hotProducts, videos }) => ({
      banners,
      offerCards,
      tiles,
      services,
      hotProducts,
      videos,
    }),
  ),
  launched: call(listProducts, { query: { page: "1", limit: String(NEWLY_LAUNCHED) } }).then((answer) => {
    const cards = productsOf(answer).map(toCard);
    return { cards, total: Math.max(answer.total, cards.length) };
  }),
}));

export type HomeLoader = typeof loader;

export const head = ({ homeContent }: Partial<LoadedData<HomeLoader>>): PageHead => {
  const banner = homeContent?.banners[0];
  return {
    title: "Taruva: handcrafted wooden kitchenware",
    description:
      "Trays, boards, bowls and platters in acacia, teak and mango wood, made by hand in India. See what is new in the workshop.",
    canonical: links.home,
    ...(banner && { image: sharedPicture(banner.desktop, banner.alt) }),
  };
};
