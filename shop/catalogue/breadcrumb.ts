import { links } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";

/** One link of a breadcrumb, from the home page on; the last, the page itself, needs no address. */
export interface BreadcrumbLink {
  label: string;
  href?: string;
}

/** The links every breadcrumb begins with. */
export const ROOT_LINKS: readonly BreadcrumbLink[] = [
  { label: "Home", href: links.home },
  { label: "Products", href: links.products() },
];

/** Home, Products, the category, the subcategory if it is another word, and the product (§2.6). */
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
