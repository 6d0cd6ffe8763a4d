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
export const buildProductBreadcrumb = ({
  title,
  category,
  subcategory,
}: Pick<Product, "title" | "category" | "subcategory">): BreadcrumbLink[] => [
  ...ROOT_LINKS,
  { label: category, href: links.products({ category }) },
  ...(isSameText(category, subcategory)
    ? []
    : [{ label: subcategory, href: links.products({ category, subcategory }) }]),
  { label: title },
];
