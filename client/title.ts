import type { PageHead, Site } from "./head-tags.ts";

/** The title of a page, with the shop's name in it. */
export const buildTitle = (head: PageHead, shop: Site): string =>
  head.title.includes(shop.name) ? head.title : `${head.title} · ${shop.name}`;

/** Shows a page's title at once; the tags, which nobody sees, follow when their code is there. */
export function applyHead(head: PageHead, shop: Site): void {
  document.title = buildTitle(head, shop);
  void import("./head.ts").then(
    ({ applyTags }) => applyTags(head, shop),
    () => {},
  );
}
