import { formatCount } from "#contract/text.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import type { ProductList } from "./product-list.ts";

const MOST_NAMED = 5;

/** One warning for all of them: a list without that column would else have one for each product. */
export function listWithoutHsn({ file, products }: ProductList): FileError[] {
  const without = products.filter(({ hsn }) => hsn === undefined).map(({ slug }) => slug);
  if (without.length === 0) return [];
  const named = without.slice(0, MOST_NAMED).join(", ") + (without.length > MOST_NAMED ? " …" : "");
  const message = `is missing for ${formatCount(without.length, "product")} (${named}): invoices and the GST return name it, e.g. 4419 for kitchenware of wood.`;
  return [{ file, where: "", field: "hsn", message }];
}
