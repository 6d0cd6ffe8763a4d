import type { PictureGroup } from "#server/media";
import { NEWLY_LAUNCHED } from "../../listing.ts";
import type { Snapshot } from "../snapshot/load-snapshot.ts";

/** The pictures of the first pages, most visible first. */
export function listFirstPictures({ products, homeContent }: Snapshot): PictureGroup[] {
  const cards = products.map(({ images }) => images[0]?.picture);
  const banners = homeContent.banners.map(({ desktop, mobile }) => [desktop, mobile]);
  return [
    { pictures: banners.slice(0, 1).flat(), upTo: 2000 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 640 },
    { pictures: homeContent.tiles.map(({ picture }) => picture), upTo: 640 },
    { pictures: homeContent.offerCards.map(({ picture }) => picture), upTo: 960 },
    { pictures: banners.slice(1).flat(), upTo: 2000 },
    { pictures: homeContent.hotProducts.map(({ picture }) => picture), upTo: 640 },
    { pictures: cards.slice(NEWLY_LAUNCHED, NEWLY_LAUNCHED + 28), upTo: 640 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 1200 },
  ];
}
