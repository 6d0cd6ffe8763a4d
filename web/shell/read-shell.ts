import type { Backstage } from "#contract/page.ts";
import { listCategories, readShopWindow } from "#shop/catalogue/endpoints.ts";
import { readSpecialOffer } from "#shop/offers/endpoints.ts";
import type { Shell } from "./shell-data.ts";

/** Reads what is on every page. Only the server does; a page in the browser keeps it for the whole visit. */
export async function readShell({ call, publicUrl }: Backstage): Promise<Shell> {
  const [categories, offer, window] = await Promise.all([
    call(listCategories, {}).catch(() => null),
    call(readSpecialOffer, {}).catch(() => null),
    call(readShopWindow, {}).catch(() => null),
  ]);
  return {
    collections: categories && categories.categories.map(({ name }) => ({ name })),
    offer,
    seller: window?.seller ?? null,
    story: window?.story ?? [],
    year: new Date().getFullYear(),
    publicUrl,
  };
}
