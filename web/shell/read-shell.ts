import { toShopMonth } from "#contract/dates.ts";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { Call } from "#contract/endpoint-call.ts";
import { listCategories, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { findOrderDay } from "#shop/policies/delivery-dates.ts";
import { scenePlaces } from "#shop/merchandising/home-content.ts";
import type { Shell } from "./shell-data.ts";

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
    // Set this field even if it is undefined, so that an open page returns to the default navigation.
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
 * Returns a picture for each of `scenePlaces` except `all-products`: the owner's picture for this place, or else the
 * next picture of the story page.
 */
const listScenes = ({ scenes, story }: AnswerOf<typeof readHomeContent>): Shell["scenes"] =>
  scenePlaces.flatMap((place, at) => {
    const scene = scenes.find((each) => each.place === place) ?? story[at % story.length];
    if (!scene || place === "all-products") return [];
    return { place, picture: scene.picture, ...(place === "shared-link" && { alt: scene.alt }) };
  });
