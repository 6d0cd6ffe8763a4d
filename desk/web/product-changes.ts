import { type Paise, toRupees } from "#contract/money.ts";

interface Priced {
  id: string;
  price: Paise;
  originalPrice: Paise;
  revision: number;
}

/** The form for a price before GST, and for the original price if there is one. */
export const getPriceChange = ({ id, price, originalPrice, revision }: Priced) => ({
  label: "Price",
  name: "products set",
  known: {
    id,
    price: String(toRupees(price)),
    ...(originalPrice > price && { was: String(toRupees(originalPrice)) }),
  },
  asked: ["price", "was"],
  expected: String(revision),
});

/** The form of a count; null for a product made to order. */
export function getStockChange({ id, onHand }: { id: string; onHand: number | null }) {
  const count = String(onHand ?? "none");
  return {
    label: "Stock",
    name: "products set",
    known: { id, stock: count },
    asked: ["stock"],
    expected: count,
  };
}
