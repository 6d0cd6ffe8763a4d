import { createContext, use } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { Site } from "#client/head.ts";
import type { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { sharedPicture } from "#shop/media/pictures.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { TAX_RATES, type TaxRates } from "#shop/pricing/totals.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";

type HomeContent = AnswerOf<typeof readHomeContent>;

export interface Shell {
  /** Null when they could not be had: the header asks again (§8: silently). */
  collections: { name: string }[] | null;
  offer: SpecialOffer | null;
  seller: Seller | null;
  /** For pages that have something calm beside them: the login, the 404 page. */
  story: HomeContent["story"];
  year: number;
  /** Origin customers use; every absolute link begins with it. */
  publicUrl: string;
}

/** What is on every page; it comes with the first page of a visit. */
export const ShellContext = createContext<Shell>({
  collections: null,
  offer: null,
  seller: null,
  story: [],
  year: new Date().getFullYear(),
  publicUrl: "",
});

export const useShell = (): Shell => use(ShellContext);

/** In percent, as the owner had set them when the page was made (D8). */
export const taxRatesOf = ({ seller }: Shell): TaxRates => seller?.taxRates ?? TAX_RATES;

export const siteOf = ({ seller, publicUrl, story: [first] }: Shell): Site => ({
  name: seller?.tradeName ?? "Taruva",
  origin: publicUrl,
  picture: first && sharedPicture(first.picture, first.alt),
});
