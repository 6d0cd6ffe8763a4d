import type { InferOutput } from "valibot";
import type { PictureRef } from "#contract/picture.ts";
import { isObject, readEntries } from "#contract/read.ts";
import type { homeContentSchema } from "./response-schemas.ts";

// Written without spreads, because the browser's build could then not remove the schema.

export type HomeContent = InferOutput<typeof homeContentSchema>;

/** The owner's navigation: the menu, the kinds of the search, the woods of the filter, and listing headers. */
export type Navigation = NonNullable<HomeContent["navigation"]>;

export const serviceIcons = ["truck", "rotate-ccw", "shield-check", "hammer", "clock"] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

/** The places of pictures without products: beside a form, on an empty page, for a shared link. */
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

/** The default sections of the home page in order (§2.4). */
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

/** The sections whose title the owner can write; others have their title in their own file. */
export const titledSections = [
  "categories",
  "newly-launched",
  "services",
  "hot-products",
  "films",
  "testimonials",
] as const satisfies readonly HomeSection[];

/** Reads the home content from a response: missing lists are empty, and entries without required fields are dropped. */
export function parseHomeContent(body: unknown): HomeContent | undefined {
  if (!isObject(body)) return undefined;
  const given = body as Partial<HomeContent>;
  return {
    success: true,
    ...(typeof given.revision === "number" && { revision: given.revision }),
    banners: readEntriesWith(given.banners, "heading").filter(
      ({ desktop, mobile }) => isPicture(desktop) && isPicture(mobile),
    ),
    tiles: readEntriesWith(given.tiles, "subcategory")
      .filter(hasPicture)
      .map(({ wide, ...tile }) => ({ ...tile, ...(wide && isPicture(wide) && { wide }) })),
    hotProducts: readEntriesWith(given.hotProducts, "name").filter(({ tile }) => typeof tile === "number"),
    offerCards: readEntriesWith(given.offerCards, "title", "href").filter(hasPicture),
    services: readEntriesWith(given.services, "title", "text"),
    videos: readEntriesWith(given.videos, "title", "video").filter(({ poster }) => isPicture(poster)),
    story: readEntriesWith(given.story).filter(hasPicture),
    ...(given.makers && {
      makers: readEntriesWith(given.makers, "name", "place", "since").filter(hasPicture),
    }),
    scenes: readEntriesWith(given.scenes, "place").filter(hasPicture),
    looks: readEntriesWith(given.looks, "title").filter(
      ({ landscape, portrait, points }) =>
        isPicture(landscape) && isPicture(portrait) && Array.isArray(points),
    ),
    collections: readEntriesWith(given.collections, "name"),
    seller: given.seller ?? null,
    ...(given.brand && { brand: given.brand }),
    ...(given.navigation && { navigation: given.navigation }),
    ...(given.rules && { rules: given.rules }),
    ...(given.home && { home: readEntriesWith(given.home, "section") }),
  };
}

/** Returns the entries that have all these texts. */
const readEntriesWith = <Entry extends object>(
  list: readonly Entry[] | undefined,
  ...texts: (keyof Entry)[]
) =>
  readEntries(list, (entry) =>
    isObject(entry) && texts.every((name) => typeof entry[name as string] === "string")
      ? (entry as Entry)
      : null,
  );

const isPicture = (given: Partial<PictureRef> | null | undefined): boolean => typeof given?.src === "string";

const hasPicture = ({ picture }: { picture: PictureRef }): boolean => isPicture(picture);
