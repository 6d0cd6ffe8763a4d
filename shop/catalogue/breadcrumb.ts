import { links } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";

export interface BreadcrumbLink {
  label: string;
  href?: string;
}

export const ROOT_LINKS: readonly BreadcrumbLink[] = [
  { label: "Home", href: links.home },
  { label: "Products", href: links.products() },
];

/** Returns Home, Products, the category, the subcategory (if its name differs) and the product (§2.6). */
export const buildProductBreadcrumb = (product: {
  title: string;
  category: string;
  subcategory: string;
}): BreadcrumbLink[] => [...ROOT_LINKS, ...buildCategoryLinks(product), { label: product.title }];

const buildCategoryLinks = ({
  category,
  subcategory,
}: {
  category: string;
  subcategory: string;
}): BreadcrumbLink[] => [
  { label: category, href: links.products({ category }) },
  ...(isSameText(category, subcategory)
    ? []
    : [{ label: subcategory, href: links.products({ category, subcategory }) }]),
];
