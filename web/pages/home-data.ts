import { getTagline } from "#shop/brand/brand.ts";
import type { PageHead, Site } from "#client/head-tags.ts";
import { createPageLoader } from "#client/load.ts";
import { links } from "#contract/links.ts";
import { getMiddleHref } from "#contract/picture.ts";
import { omitPlaceholder, toListCards } from "#shop/catalogue/card.ts";
import { listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { NEWLY_LAUNCHED, getProducts } from "#shop/catalogue/listing.ts";

/** The home content, and as many of the newest products as are shown before 'View All' (D44). */
export const loader = createPageLoader(({ call }) => ({
  homeContent: call(readHomeContent, {}).then(
    ({ banners, offerCards, tiles, services, hotProducts, videos, looks, home }) => ({
      ...(home && { home }),
      banners,
      offerCards,
      tiles: tiles.map(({ wide: _wide, wideAlt: _wideAlt, ...tile }) => tile),
      services,
      hotProducts: hotProducts.map(omitPlaceholder),
      videos,
      looks: looks.map(({ title, text, landscape, alt }) => ({
        title,
        text,
        still: {
          src: getMiddleHref(landscape, "webp"),
          width: landscape.width,
          height: landscape.height,
          alt,
        },
      })),
    }),
  ),
  launched: call(listProducts, { query: { page: "1", limit: String(NEWLY_LAUNCHED) } }).then((answer) => {
    const cards = toListCards(getProducts(answer));
    return { cards, total: Math.max(answer.total, cards.length) };
  }),
}));

export type HomeLoader = typeof loader;

export const head = (_data: unknown, _url: URL, shop: Site): PageHead => ({
  title: `${shop.name}: ${getTagline(shop)}`,
  description:
    shop.about ??
    "Trays, boards, bowls and platters in acacia, teak and mango wood, made by hand in India. See what is new in the workshop.",
  canonical: links.home,
});
