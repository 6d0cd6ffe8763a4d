import { getTagline } from "#shop/brand/brand.ts";
import type { PageHead, Site } from "#client/head-tags.ts";
import { type SettledData, createPageLoader, isFailed } from "#client/load.ts";
import { links } from "#contract/links.ts";
import { omitPlaceholder, toListCards } from "#shop/catalogue/card.ts";
import { listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { NEWLY_LAUNCHED, getProducts } from "#shop/catalogue/listing.ts";
import { dehydrateCards, hydrateCards } from "#shop/catalogue/web/dehydrated-cards.ts";

/** The window of the shop, and the newest products: as many as are shown before 'View All' (D44). */
export const loader = createPageLoader(({ call }) => ({
  homeContent: call(readHomeContent, {}).then(
    ({ banners, offerCards, tiles, services, hotProducts, videos, looks, home }) => ({
      ...(home && { home }),
      banners,
      offerCards,
      tiles,
      services,
      hotProducts: hotProducts.map(omitPlaceholder),
      videos,
      looks: looks.map(({ title, text, landscape, alt }) => ({
        title,
        text,
        ...(import.meta.env.SSR && { still: { picture: landscape, alt } }),
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

/** In a browser with scripts a picture with points comes later. */
const omitStills = (content: SettledData<HomeLoader>["homeContent"]) =>
  isFailed(content)
    ? content
    : { ...content, looks: content.looks.map(({ title, text }) => ({ title, text })) };

/** Picks the part of the data that is sent to the browser: the cards' markup says the rest. */
const dehydrateHome = ({ launched, homeContent, ...data }: SettledData<HomeLoader>) => ({
  ...data,
  homeContent: omitStills(homeContent),
  launched: dehydrateCards(launched, NEWLY_LAUNCHED),
});

export const dehydrate = import.meta.env.SSR ? dehydrateHome : undefined;

/** The data again. */
export const hydrate = ({ launched, ...data }: ReturnType<typeof dehydrateHome>, root: ParentNode) => ({
  ...data,
  launched: hydrateCards(launched, root),
});
