import { createContext, use, useCallback, useEffect, useMemo, useState } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { Site } from "#client/head-tags.ts";
import { type Brand, DEFAULT_NAME } from "#shop/brand/brand.ts";
import type { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { toSharedPicture } from "#shop/media/pictures.ts";
import type { Navigation, ScenePlace } from "#shop/merchandising/home-content.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { TAX_RATES, type TaxRates } from "#shop/pricing/tax-rates.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";

type HomeContent = AnswerOf<typeof readHomeContent>;

export interface Shell {
  /** Null if loading failed. The header then loads the collections again, without an error message (§8). */
  collections: { name: string }[] | null;
  offer: Partial<SpecialOffer> | null;
  seller: Seller | null;
  brand?: Brand | undefined;
  navigation?: Navigation | undefined;
  rules?: ChangedRules | undefined;
  /** Pictures beside forms and texts, for example on the login page and the 404 page. */
  scenes: (Pick<HomeContent["scenes"][number], "place" | "picture"> & { alt?: string })[];
  year: number;
  /** The business day of an order that is placed now: `2026-11-27`. */
  orderDay?: string;
  publicUrl: string;
}

interface ShellState {
  shell: Shell;
  renew: (parts: Partial<Shell>) => void;
}

/** The data that every page needs. Some of it is loaded again during the visit. */
export const ShellContext = createContext<ShellState>({
  shell: { collections: null, offer: null, seller: null, scenes: [], year: 0, publicUrl: "" },
  renew: () => {},
});

export function useShellState(first: Shell): ShellState {
  const [shell, setShell] = useState(first);
  const renew = useCallback((parts: Partial<Shell>) => {
    setShell((now) => {
      const next = { ...now, ...parts };
      return JSON.stringify(next) === JSON.stringify(now) ? now : next;
    });
  }, []);
  useEffect(() => {
    onScreen = renew;
  }, [renew]);
  return useMemo(() => ({ shell, renew }), [shell, renew]);
}

let onScreen: ShellState["renew"] = () => {};

export const renewShell: ShellState["renew"] = (parts) => onScreen(parts);

export const useShell = (): Shell => use(ShellContext).shell;

export const useScene = (place: ScenePlace) => findScene(useShell(), place);

const findScene = ({ scenes }: Shell, place: ScenePlace) => {
  const match = scenes.find((scene) => scene.place === place);
  return match && { picture: match.picture, alt: match.alt ?? "" };
};

export const useRenewShell = (): ShellState["renew"] => use(ShellContext).renew;

/** The shop's tax rates in percent, or the default rates (D8). */
export const getTaxRates = ({ seller }: Shell): TaxRates => seller?.taxRates ?? TAX_RATES;

export const getShopName = ({ seller }: Pick<Shell, "seller">): string => seller?.tradeName ?? DEFAULT_NAME;

export function toSite(shell: Shell): Site {
  const { brand, publicUrl } = shell;
  const shared = findScene(shell, "shared-link");
  return {
    name: getShopName(shell),
    tagline: brand?.tagline,
    about: brand?.about,
    origin: publicUrl,
    picture: shared && toSharedPicture(shared.picture, shared.alt),
  };
}
