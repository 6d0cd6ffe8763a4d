import { links } from "#contract/links.ts";
import { categoryPages } from "../subcategories.ts";
import { useNavigation } from "./navigation.ts";

/** Returns links to the first six subcategories of the search list, or the six default category pages (§2.19, D29). */
export function useCategoryPages(): { path: string; subcategory: string }[] {
  const kinds = useNavigation()?.search.slice(0, categoryPages.length);
  return (
    kinds?.map((subcategory) => ({ path: links.products({ subcategory }), subcategory })) ?? categoryPages
  );
}
