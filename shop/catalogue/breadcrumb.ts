import { links } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";

/** One link of a breadcrumb, starting at the home page. The last one is the page itself and has no address. */
export interface BreadcrumbLink {
  label: string;
  href?: string;
}

/** The links every breadcrumb begins with. */
export const ROOT_LINKS: readonly BreadcrumbLink[] = [
  { label: "Home", href: links.home },
  { label: "Products", href: links.products() },
];

/**
 * The breadcrumb of a product: Home, Products, the category, the subcategory if its name differs, and the product
 * (§2.6).
 */
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
