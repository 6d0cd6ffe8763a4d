import { toRupees } from "#contract/money.ts";
import { getPlainHref, isAbsoluteAddress } from "#shop/media/pictures.ts";
import { type KnownPicture, toPictureRef } from "#shop/media/server/index.ts";
import type { Product, ProductImage } from "../../product.ts";
import type { NamedImage, product } from "../tables.ts";

/** As much of a stored product as travels. */
export type StoredProduct = Omit<
  typeof product.$inferSelect,
  | "inOwnerList"
  | "hiddenByHand"
  | "hidden"
  | "importedPrice"
  | "importedOriginalPrice"
  | "importedDiscount"
  | "importedCollection"
  | "fingerprint"
>;

/**
 * A stored product as it travels (§3): rupees, both ids, its pictures in every width. `stock` is what can still be
 * had; undefined for a piece made to order (D22).
 */
export function toProduct(
  row: StoredProduct,
  pictures: ReadonlyMap<string, KnownPicture>,
  stock: number | undefined,
): Product {
  return {
    _id: row.id,
    id: row.id,
    title: row.title,
    description: row.description,
    ...(row.care && { care: row.care }),
    ...(row.hsn && { hsn: row.hsn }),
    category: row.category,
    subcategory: row.subcategory,
    ...(row.collection !== null && { collection: row.collection }),
    materials: row.materials,
    material: row.materials.join(", "),
    size: row.sizes,
    price: toRupees(row.price),
    originalPrice: toRupees(row.originalPrice),
    discount: row.discount,
    images: row.images.map((image) => toImage(image, pictures)),
    ...(row.variantImages.length > 0 && {
      variantImages: row.variantImages.map((image) => toImage(image, pictures)),
    }),
    createdAt: row.createdAt.toISOString(),
    sales: row.sales,
    ...(row.featuredRank !== null && { featuredRank: row.featuredRank }),
    ...(stock !== undefined && { stock }),
    ...row.seo,
  };
}

function toImage({ name, alt }: NamedImage, pictures: ReadonlyMap<string, KnownPicture>): ProductImage {
  const altText = alt === undefined ? {} : { alt };
  if (isAbsoluteAddress(name)) return { url: name, ...altText };
  const known = pictures.get(`products/${name}`);
  if (!known) throw new Error(`The picture products/${name} was imported without being measured.`);
  const picture = toPictureRef(known);
  return { url: getPlainHref(picture), ...altText, picture };
}
