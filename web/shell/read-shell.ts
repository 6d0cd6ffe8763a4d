import type { RenderContext } from "#contract/page.ts";
import { listCategories, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import type { Shell } from "./shell-data.ts";

/** Reads what is on every page. Only the server does; a page in the browser caches it for the whole visit. */
export async function readShell({ call, publicUrl }: RenderContext): Promise<Shell> {
  const [categories, offer, homeContent] = await Promise.all([
    call(listCategories, {}).catch(() => null),
    call(readSpecialOffer, {}).catch(() => null),
    call(readHomeContent, {}).catch(() => null),
  ]);
  return {
    collections: categories && categories.categories.map(({ name }) => ({ name })),
    offer,
    seller: homeContent?.seller ?? null,
    story: homeContent?.story ?? [],
    year: new Date().getFullYear(),
    publicUrl,
  };
}
