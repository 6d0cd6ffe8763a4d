import {
  readAmount,
  readFields,
  readId,
  isObject,
  readEntries,
  readNumber,
  readText,
} from "#contract/read.ts";
import { parseStock } from "#shop/inventory/stock.ts";
import { resolveImage } from "#shop/media/pictures.ts";
import type { Product, ProductImage, Size } from "./product.ts";

/** Parses a product. Missing fields get their defaults (§3, D101). Null if the id or the title is missing. */
export function parseProduct(value: unknown): Product | null {
  const fields = readFields(value);
  const _id = readId(fields["_id"], fields["id"]);
  const title = readTitle(fields);
  if (!_id || !title) return null;
  const materials = readEntries(fields["materials"], (wood) => readText(wood).trim() || null);
  const material = readText(fields["material"]) || materials.join(", ");
  return {
    ...omitForeign(fields),
    _id,
    id: _id,
    title,
    description: readText(fields["description"]),
    category: readText(fields["category"]),
    subcategory: readText(fields["subcategory"]),
    material,
    materials: materials.length > 0 ? materials : [material].filter(Boolean),
    size: readEntries(fields["size"], parseSize),
    price: readAmount(fields["price"]),
    originalPrice: readAmount(fields["originalPrice"]),
    discount: readNumber(fields["discount"]),
    images: readEntries(fields["images"], parseImage),
    ...(fields["variantImages"] !== undefined && {
      variantImages: readEntries(fields["variantImages"], parseImage),
    }),
    createdAt: readText(fields["createdAt"]) || readText(fields["date"]),
    sales: readNumber(fields["sales"]),
    ...parseStock(fields["stock"]),
    ...(fields["featuredRank"] !== undefined && { featuredRank: readNumber(fields["featuredRank"]) }),
  };
}

const isText = (value: unknown): boolean => typeof value === "string";

const isNumber = (value: unknown): boolean => typeof value === "number";

/** Checks of fields that are not in the specification. Another backend may use these names for other values (D101). */
const extraFields = new Map<string, (value: unknown) => boolean>([
  ["care", (value) => isText(readFields(value)["wash"])],
  ["named", (value) => isText(readFields(value)["script"])],
  ["rating", (value) => isNumber(readFields(value)["average"])],
  ["gstRate", isNumber],
  ["supply", isObject],
  ["netWeight", isNumber],
  ["pieces", isNumber],
  ["finish", isText],
  ["origin", isText],
  ["manufacturer", isText],
  ["maker", isText],
  ["makerPlace", isText],
  ["stock", isNumber],
]);

const omitForeign = (fields: Readonly<Record<string, unknown>>): Partial<Product> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => extraFields.get(name)?.(value) ?? true),
  );

export const readTitle = (product: ReturnType<typeof readFields>): string =>
  readText(product["title"]) || readText(product["name"]);

/** Parses an image, which is an object or a URL (§3). Null for anything else. */
export function parseImage(value: unknown): ProductImage | null {
  if (typeof value === "string") return value === "" ? null : { url: resolveImage(value) };
  const { url, ...rest } = readFields(value);
  return typeof url === "string" && url !== "" ? { ...rest, url: resolveImage(url) } : null;
}

/** Parses a size. Missing numbers become 0. Null if the value is not an object. */
export function parseSize(value: unknown): Size | null {
  if (!isObject(value)) return null;
  const { L, B, H } = value;
  return { L: readNumber(L), B: readNumber(B), H: readNumber(H) };
}
