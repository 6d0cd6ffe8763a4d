import { createContext, use } from "react";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "../subcategories.ts";

/** The shop's own menu, search entries and woods. Undefined for the defaults. */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;
