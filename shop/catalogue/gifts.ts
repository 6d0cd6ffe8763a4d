import { type Paise, fromRupees } from "#contract/money.ts";
import { calculateInclusivePrice, type Rates } from "#shop/pricing/gst.ts";
import type { ProductCard } from "./card.ts";
import { getPrice } from "./price.ts";

/** Each occasion links to a search. To choose its products, the owner defines a synonym for the search text. */
export const giftOccasions = [
  { key: "housewarming", title: "For a new home", search: "Gifts for a housewarming" },
  { key: "wedding", title: "For a wedding", search: "Gifts for a wedding" },
  { key: "diwali", title: "For Diwali and other festivals", search: "Gifts for Diwali" },
] as const;

/** The upper limits of the price ranges on the Gifts page, in rupees with GST. */
export const giftLimits = [1_000, 2_000, 5_000] as const;

export const MAX_GIFTS = 4;

/** Returns at most `MAX_GIFTS` products for each price range, most expensive first. The ranges do not overlap. */
export function sortGiftsByPrice(products: readonly ProductCard[], rates: Rates) {
  const priced = products
    .map((product) => ({ product, paid: calculateInclusivePrice(getPrice(product), rates, product) }))
    .toSorted((first, other) => other.paid - first.paid);
  return giftLimits.map((limit, at) => ({
    limit,
    products: priced
      .filter(({ paid }) => paid > toPaise(giftLimits[at - 1] ?? 0) && paid <= toPaise(limit))
      .slice(0, MAX_GIFTS)
      .map(({ product }) => product),
  }));
}

const toPaise = (rupees: number): Paise => fromRupees(rupees) ?? 0;
