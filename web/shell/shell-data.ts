import { type LoaderFunctionArgs, useRouteLoaderData } from "react-router";
import type { AnswerOf } from "#contract/endpoint.ts";
import { callContext, publicUrlContext } from "#lib/load.ts";
import type { Shopfront } from "#lib/head.ts";
import { listCategories, readShopWindow } from "#shop/catalogue/endpoints.ts";
import { sharedPicture } from "#shop/catalogue/pictures.ts";
import type { Seller } from "#shop/catalogue/seller.ts";
import { TAX_RATES, type TaxRates } from "#shop/orders/totals.ts";
import { readSpecialOffer } from "#shop/offers/endpoints.ts";
import type { SpecialOffer } from "#shop/offers/special-offer.ts";

type ShopWindow = AnswerOf<typeof readShopWindow>;

export interface Shell {
  /** Null when they could not be had: the header asks again (§8: silently). */
  collections: { name: string }[] | null;
  offer: SpecialOffer | null;
  seller: Seller | null;
  /** For pages that have something calm beside them: the login, the 404 page. */
  story: ShopWindow["story"];
  year: number;
  /** Origin customers use; every absolute link begins with it. */
  publicUrl: string;
}

/** What is on every page; read once a visit, with the first page. */
export async function shellLoader({ context }: LoaderFunctionArgs): Promise<Shell> {
  const call = context.get(callContext);
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
    publicUrl: context.get(publicUrlContext),
  };
}

export const useShell = (): Shell => useRouteLoaderData<Shell>("shell") ?? closed;

/** In percent, as the owner has set them (D8). */
export const taxRatesOf = ({ seller }: Shell): TaxRates => seller?.taxRates ?? TAX_RATES;

export const useTaxRates = (): TaxRates => taxRatesOf(useShell());

const closed: Shell = {
  collections: null,
  offer: null,
  seller: null,
  story: [],
  year: new Date().getFullYear(),
  publicUrl: "",
};

export const shopfrontOf = ({ seller, publicUrl, story: [first] }: Shell): Shopfront => ({
  name: seller?.tradeName ?? "Taruva",
  origin: publicUrl,
  picture: first && sharedPicture(first.picture, first.alt),
});
