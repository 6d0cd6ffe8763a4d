import type { PageHead, Site } from "./head-tags.ts";

export const buildTitle = (head: PageHead, shop: Site): string =>
  head.title.includes(shop.name) ? head.title : `${head.title} · ${shop.name}`;
