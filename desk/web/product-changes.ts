import type { DataOf } from "#contract/command-data.ts";
import { toRupees } from "#contract/money.ts";
import type { productList } from "#shop/catalogue/command-results.ts";

type ListedProduct = DataOf<typeof productList>[number];

export const getPriceChange = ({
  id,
  price,
  originalPrice,
  revision,
}: Pick<ListedProduct, "id" | "price" | "originalPrice" | "revision">) => ({
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

/** Returns the change of a product's stock. The value `none` means that the product is made to order. */
export function getStockChange({ id, onHand }: Pick<ListedProduct, "id" | "onHand">) {
  const count = String(onHand ?? "none");
  return {
    label: "Stock",
    name: "products set",
    known: { id, stock: count },
    asked: ["stock"],
    expected: count,
  };
}
