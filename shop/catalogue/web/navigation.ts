import { createContext, use } from "react";
import { links } from "#contract/links.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import type { LinkEntry } from "#ui/link-items.tsx";
import { categoryPages, menuCategories } from "../subcategories.ts";

/** The owner's menu, product types of the search and woods; undefined if the shop uses the default ones. */
export const NavigationContext = createContext<Navigation | undefined>(undefined);

export const useNavigation = (): Navigation | undefined => use(NavigationContext);

export const useMenu = (): Navigation["menu"] => useNavigation()?.menu ?? menuCategories;

type MenuEntry = Navigation["menu"][number];

export const getMenuHref = ({ name, subcategories, isNoCategory }: MenuEntry): string =>
  links.products(isNoCategory ? { kind: subcategories.join(",") } : { category: name });

export const listMenuKinds = ({ name, subcategories, isNoCategory }: MenuEntry): LinkEntry[] =>
  subcategories.map((subcategory) => ({
    label: subcategory,
    href: links.products(isNoCategory ? { subcategory } : { category: name, subcategory }),
  }));

export const toKindLink = (subcategory: string): LinkEntry => ({
  label: subcategory,
  href: links.products({ subcategory }),
});

/** Returns links to the first six subcategories of the search list, or the six default category pages (§2.19, D29). */
export const useCategoryPages = (): LinkEntry[] =>
  useNavigation()?.search.slice(0, categoryPages.length).map(toKindLink) ??
  categoryPages.map(({ path, subcategory }) => ({ label: subcategory, href: path }));
