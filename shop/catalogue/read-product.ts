import { amountOf, fieldsOf, idOf, isObject, listOf, numberOf, textOf } from "#contract/read.ts";
import { resolveImage } from "#shop/media/pictures.ts";
import type { Product, ProductImage, Size } from "./product.ts";

/** A product as an answer has it, whole enough to be shown (§3, D101): null for what has no id or no title. */
export function productFrom(given: unknown): Product | null {
  const fields = fieldsOf(given);
  const _id = idOf(fields["_id"], fields["id"]);
  const title = textOf(fields["title"]) || textOf(fields["name"]);
  if (!_id || !title) return null;
  const materials = listOf(fields["materials"], filledText);
  const material = textOf(fields["material"]) || materials.join(", ");
  return {
    ...(fields as Partial<Product>),
    _id,
    id: _id,
    title,
    description: textOf(fields["description"]),
    category: textOf(fields["category"]),
    subcategory: textOf(fields["subcategory"]),
    material,
    materials: materials.length > 0 ? materials : [material].filter(Boolean),
    size: listOf(fields["size"], sizeFrom),
    price: amountOf(fields["price"]),
    originalPrice: amountOf(fields["originalPrice"]),
    discount: numberOf(fields["discount"]),
    images: listOf(fields["images"], imageFrom),
    ...(fields["variantImages"] !== undefined && {
      variantImages: listOf(fields["variantImages"], imageFrom),
    }),
    createdAt: textOf(fields["createdAt"]) || textOf(fields["date"]),
    sales: numberOf(fields["sales"]),
    ...(fields["stock"] !== undefined && { stock: numberOf(fields["stock"]) }),
    ...(fields["featuredRank"] !== undefined && { featuredRank: numberOf(fields["featuredRank"]) }),
  };
}

const filledText = (given: unknown): string | null => textOf(given).trim() || null;

/** Images come as objects or as plain addresses (§3); null for what is neither. */
export function imageFrom(given: unknown): ProductImage | null {
  if (typeof given === "string") return given === "" ? null : { url: resolveImage(given) };
  const { url, ...rest } = fieldsOf(given);
  return typeof url === "string" && url !== "" ? { ...rest, url: resolveImage(url) } : null;
}

/** Length, breadth and height, a missing one 0; null for what is no object. */
export function sizeFrom(given: unknown): Size | null {
  if (!isObject(given)) return null;
  const { L, B, H } = given;
  return { L: numberOf(L), B: numberOf(B), H: numberOf(H) };
}
