import { createContext, use } from "react";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { menuCategories } from "../subcategories.ts";

/** Undefined where the ways to the goods are the standard ones: each part knows its own. */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

/** The menu of the header (§2.2). */
export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;
