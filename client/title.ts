import type { PageHead, Site } from "./head-tags.ts";

/** The title of a page, with the shop's name in it. */
export const buildTitle = (head: PageHead, shop: Site): string =>
  head.title.includes(shop.name) ? head.title : `${head.title} · ${shop.name}`;
