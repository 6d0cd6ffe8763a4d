import { createContext, use, useEffect, useEffectEvent, useState } from "react";
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
  /** `collections` is null if loading failed. The header then loads them again, without an error message (§8). */
  collections: { name: string }[] | null;
  offer: Partial<SpecialOffer> | null;
  seller: Seller | null;
  brand?: Brand | undefined;
  navigation?: Navigation | undefined;
  rules?: ChangedRules | undefined;
  /** Pictures beside forms and texts, for example on the login page and the 404 page. */
  scenes: (Pick<HomeContent["scenes"][number], "place" | "picture"> & { alt?: string })[];
  year: number;
  /** The day from which the dates of an order that is placed now count: `2026-11-27`. */
  orderDay?: string;
  publicUrl: string;
}

type RenewShell = (parts: Partial<Shell>) => void;

/** The data that every page needs. Some of it is loaded again during the visit. */
export const ShellContext = createContext<Shell>({
  collections: null,
  offer: null,
  seller: null,
  scenes: [],
  year: 0,
  publicUrl: "",
});

export function useShellState(first: Shell): Shell {
  const [shell, setShell] = useState(first);
  useEffect(() => {
    updateOpenPage = (parts) =>
      setShell((now) => {
        const next = { ...now, ...parts };
        return JSON.stringify(next) === JSON.stringify(now) ? now : next;
      });
  }, []);
  return shell;
}

let updateOpenPage: RenewShell = () => {};

export const renewShell: RenewShell = (parts) => updateOpenPage(parts);

/**
 * Loads a part of the shell if it is missing, when the tab becomes visible, and every `everyMs` while it is visible.
 * After a failure, the part does not change (§8).
 */
export function useRenewal(isMissing: boolean, load: () => Promise<Partial<Shell>>, everyMs?: number): void {
  const renew = useEffectEvent(() => {
    if (!document.hidden) load().then(renewShell, () => {});
  });
  useEffect(() => {
    if (isMissing) renew();
    const renewNow = () => renew();
    const timer = everyMs && setInterval(renewNow, everyMs);
    document.addEventListener("visibilitychange", renewNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renewNow);
    };
  }, [isMissing, everyMs]);
}

export const useShell = (): Shell => use(ShellContext);

export const useScene = (place: ScenePlace) => findScene(useShell(), place);

const findScene = ({ scenes }: Shell, place: ScenePlace) => {
  const match = scenes.find((scene) => scene.place === place);
  return match && { picture: match.picture, alt: match.alt ?? "" };
};

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
