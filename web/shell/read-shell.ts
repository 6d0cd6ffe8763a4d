import type { AnswerOf } from "#contract/endpoint.ts";
import type { RenderContext } from "#contract/page.ts";
import { listCategories, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { scenePlaces } from "#shop/merchandising/home-content.ts";
import type { Shell } from "./shell-data.ts";

/**
 * Reads what is on every page, and of which catalogue that is. Only the server does; a page in the browser caches it for the
 * whole visit.
 */
export async function readShell({
  call,
  publicUrl,
}: RenderContext): Promise<{ shell: Shell; revision: number | undefined }> {
  const [categories, offer, homeContent] = await Promise.all([
    call(listCategories, {}).catch(() => null),
    call(readSpecialOffer, {}).catch(() => null),
    call(readHomeContent, {}).catch(() => null),
  ]);
  const shell: Shell = {
    collections: categories && categories.categories.map(({ name }) => ({ name })),
    offer,
    seller: homeContent?.seller ?? null,
    ...(homeContent?.navigation && { navigation: homeContent.navigation }),
    ...(homeContent?.brand && { brand: homeContent.brand }),
    ...(homeContent?.rules && { rules: homeContent.rules }),
    scenes: homeContent ? listScenes(homeContent) : [],
    year: new Date().getFullYear(),
    publicUrl,
  };
  return { shell, revision: homeContent?.revision };
}

/**
 * A picture for each place; of an owner who has none for them, the workshop's by turns. On a page they are decoration,
 * so their words stay out of every page; those of a shared link travel with it.
 */
const listScenes = ({ scenes, story }: AnswerOf<typeof readHomeContent>): Shell["scenes"] =>
  scenePlaces.flatMap((place, at) => {
    const scene = scenes.find((each) => each.place === place) ?? story[at % story.length];
    if (!scene || place === "all-products") return [];
    return { place, picture: scene.picture, ...(place === "shared-link" && { alt: scene.alt }) };
  });
