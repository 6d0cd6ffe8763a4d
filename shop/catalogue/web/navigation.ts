import { createContext, use } from "react";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "../subcategories.ts";

/**
 * The shop's own menu, search entries and woods. Undefined if the shop uses the defaults, which each component imports
 * itself.
 */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

/** Returns the menu of the header (§2.2). */
export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;
