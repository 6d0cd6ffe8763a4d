import { links } from "#contract/links.ts";
import { sameText } from "#contract/text.ts";
import { canonicalListing, type Selection } from "./listing-address.ts";

/** One step on the way from the door of the shop; the last, the page itself, needs no address. */
export interface Step {
  label: string;
  href?: string;
}

const DOOR: readonly Step[] = [
  { label: "Home", href: links.home },
  { label: "Products", href: links.products() },
];

/** Home, Products, the category, the subcategory if it is another word, and the product (§2.6). */
export const wayToProduct = (product: { title: string; category: string; subcategory: string }): Step[] => [
  ...DOOR,
  ...wayThrough(product),
  { label: product.title },
];

/** Home, Products, and whatever the listing is narrowed down to, each with its canonical address. */
export function wayToListing(selection: Selection): Step[] {
  const { category, subcategory, collection } = selection;
  const narrowed = [
    ...(category ? [{ label: category, href: canonicalListing({ category }) }] : []),
    ...(subcategory ? [{ label: subcategory, href: canonicalListing({ category, subcategory }) }] : []),
    ...(collection ? [{ label: collection, href: canonicalListing(selection) }] : []),
  ];
  return [...DOOR, ...narrowed];
}

const wayThrough = ({ category, subcategory }: { category: string; subcategory: string }): Step[] => [
  { label: category, href: links.products({ category }) },
  ...(sameText(category, subcategory)
    ? []
    : [{ label: subcategory, href: links.products({ category, subcategory }) }]),
];
