import { createContext, use } from "react";
import { links } from "#contract/links.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "../subcategories.ts";

/** Undefined if the shop uses the default menu, search list and woods. */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;

type MenuEntry = Navigation["menu"][number];

export const getMenuHref = ({ name, subcategories, isNoCategory }: MenuEntry): string =>
  links.products(isNoCategory ? { kind: subcategories.join(",") } : { category: name });

export const getMenuKindHref = ({ name, isNoCategory }: MenuEntry, subcategory: string): string =>
  links.products(isNoCategory ? { subcategory } : { category: name, subcategory });
