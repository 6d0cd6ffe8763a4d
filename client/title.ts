import type { PageHead, Site } from "./head-tags.ts";

/** Returns the title of a page with the shop's name. */
export const buildTitle = (head: PageHead, shop: Site): string =>
  head.title.includes(shop.name) ? head.title : `${head.title} · ${shop.name}`;
