import { createContext, use } from "react";
import { links } from "#contract/links.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "../subcategories.ts";

/** The shop's own menu, search entries and woods. Undefined for the defaults. */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;

type MenuEntry = Navigation["menu"][number];

export const getMenuHref = ({ name, subcategories, isNoCategory }: MenuEntry): string =>
  links.products(isNoCategory ? { kind: subcategories.join(",") } : { category: name });

/** Returns the URL of a kind in a menu (§2.2). */
export const getMenuKindHref = ({ name, isNoCategory }: MenuEntry, subcategory: string): string =>
  links.products(isNoCategory ? { subcategory } : { category: name, subcategory });
