import type { InferOutput } from "valibot";
import type { PictureRef } from "#contract/picture.ts";
import { isObject, readEntries } from "#contract/read.ts";
import type { homeContentSchema } from "./response-schemas.ts";

export type HomeContent = InferOutput<typeof homeContentSchema>;

/** The owner's menu, product types in the search, woods in the filter, and texts above listings. */
export type Navigation = NonNullable<HomeContent["navigation"]>;

export const serviceIcons = ["truck", "rotate-ccw", "shield-check", "hammer", "clock"] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

/** The places of pictures that show no product: beside a form, on an empty page, or for a shared link. */
export const scenePlaces = [
  "log-in",
  "sign-up",
  "feedback",
  "contact",
  "not-found",
  "all-products",
  "nothing-here",
  "shared-link",
] as const;
export type ScenePlace = (typeof scenePlaces)[number];

/** The default sections of the home page, in order (§2.4). */
export const homeSections = [
  "banners",
  "offers",
  "look",
  "categories",
  "newly-launched",
  "services",
  "hot-products",
  "looks",
  "films",
  "testimonials",
] as const;
export type HomeSection = (typeof homeSections)[number];

/** The sections whose title the home page file can set. Other titles are set elsewhere. */
export const titledSections = [
  "categories",
  "newly-launched",
  "services",
  "hot-products",
  "films",
  "testimonials",
] as const satisfies readonly HomeSection[];

/** Parses the home content. Leaves out entries without required fields. Undefined if it is not an object. */
export function parseHomeContent(body: unknown): HomeContent | undefined {
  if (!isObject(body)) return undefined;
  const content = body as Partial<HomeContent>;
  return {
    success: true,
    ...(typeof content.revision === "number" && { revision: content.revision }),
    banners: readEntriesWith(content.banners, "heading").filter(
      ({ desktop, mobile }) => isPicture(desktop) && isPicture(mobile),
    ),
    tiles: readEntriesWith(content.tiles, "subcategory")
      .filter(hasPicture)
      .map(({ wide, ...tile }) => ({ ...tile, ...(wide && isPicture(wide) && { wide }) })),
    hotProducts: readEntriesWith(content.hotProducts, "name").filter(({ tile }) => typeof tile === "number"),
    offerCards: readEntriesWith(content.offerCards, "title", "href").filter(hasPicture),
    services: readEntriesWith(content.services, "title", "text"),
    videos: readEntriesWith(content.videos, "title", "video").filter(({ poster }) => isPicture(poster)),
    story: readEntriesWith(content.story).filter(hasPicture),
    ...(content.makers && {
      makers: readEntriesWith(content.makers, "name", "place", "since").filter(hasPicture),
    }),
    scenes: readEntriesWith(content.scenes, "place").filter(hasPicture),
    looks: readEntriesWith(content.looks, "title").filter(
      ({ landscape, portrait, points }) =>
        isPicture(landscape) && isPicture(portrait) && Array.isArray(points),
    ),
    collections: readEntriesWith(content.collections, "name"),
    seller: content.seller ?? null,
    ...(content.brand && { brand: content.brand }),
    ...(content.navigation && { navigation: content.navigation }),
    ...(content.rules && { rules: content.rules }),
    ...(content.home && { home: readEntriesWith(content.home, "section") }),
  };
}

const readEntriesWith = <Entry extends object>(
  list: readonly Entry[] | undefined,
  ...texts: (keyof Entry)[]
) =>
  readEntries(list, (entry) =>
    isObject(entry) && texts.every((name) => typeof entry[name as string] === "string")
      ? (entry as Entry)
      : null,
  );

const isPicture = (value: Partial<PictureRef> | null | undefined): boolean => typeof value?.src === "string";

const hasPicture = ({ picture }: { picture: PictureRef }): boolean => isPicture(picture);
