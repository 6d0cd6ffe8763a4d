import { links } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";
import type { Product } from "./product.ts";

export interface BreadcrumbLink {
  label: string;
  href?: string;
}

export const ROOT_LINKS: readonly BreadcrumbLink[] = [
  { label: "Home", href: links.home },
  { label: "Products", href: links.products() },
];

/** Returns Home, Products, the category, the subcategory (if its name differs) and the product (§2.6). */
export function buildProductBreadcrumb({
  title,
  category,
  subcategory,
}: Pick<Product, "title" | "category" | "subcategory">): BreadcrumbLink[] {
  const kinds = [
    { label: category, href: links.products({ category }) },
    ...(isSameText(category, subcategory)
      ? []
      : [{ label: subcategory, href: links.products({ category, subcategory }) }]),
  ];
  // Another backend may omit the category or the subcategory (D101).
  return [...ROOT_LINKS, ...kinds.filter(({ label }) => label), { label: title }];
}
