import { toShopMonth } from "#contract/dates.ts";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { Call } from "#contract/endpoint-call.ts";
import { listCategories, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { findOrderDay } from "#shop/policies/delivery-dates.ts";
import { scenePlaces } from "#shop/merchandising/home-content.ts";
import type { Shell } from "./shell-data.ts";

/**
 * Reads the data that every page needs, and its catalogue revision. The server calls this for each page. The browser
 * calls it after a change of the catalogue.
 */
export async function readShell(
  call: Call,
): Promise<{ parts: Omit<Shell, "publicUrl">; revision: number | undefined }> {
  const [categories, offer, homeContent] = await Promise.all([
    call(listCategories, {}).catch(() => null),
    call(readSpecialOffer, {}).catch(() => null),
    call(readHomeContent, {}).catch(() => null),
  ]);
  const now = new Date();
  const parts = {
    collections: categories && categories.categories.map(({ name }) => ({ name })),
    offer,
    seller: homeContent?.seller ?? null,
    // Undefined means the default navigation. The property is always set, so that it replaces the navigation of an open
    // page.
    navigation: homeContent?.navigation,
    brand: homeContent?.brand,
    rules: homeContent?.rules,
    scenes: homeContent ? listScenes(homeContent) : [],
    year: toShopMonth(now).year,
    orderDay: findOrderDay(now, homeContent?.rules).toISOString().slice(0, 10),
  };
  return { parts, revision: homeContent?.revision };
}

/**
 * Chooses a picture for each place. It is the owner's picture, or else the next picture of the workshop. Only the
 * picture for shared links needs a description, because the others are decorative.
 */
const listScenes = ({ scenes, story }: AnswerOf<typeof readHomeContent>): Shell["scenes"] =>
  scenePlaces.flatMap((place, at) => {
    const scene = scenes.find((each) => each.place === place) ?? story[at % story.length];
    if (!scene || place === "all-products") return [];
    return { place, picture: scene.picture, ...(place === "shared-link" && { alt: scene.alt }) };
  });
