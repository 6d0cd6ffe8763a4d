import { createHash } from "node:crypto";
import type { ProductInFile } from "../owner-folder/product-file.ts";
import type { NamedImage, product } from "../tables.ts";

/** A product as it is stored, and how many pieces the list says there are; null is made to order (D22). */
export type ProductRow = typeof product.$inferInsert & { importedStock: number | null };

/** A product of the owner's file as it is stored. */
export function toProductRow(given: ProductInFile): ProductRow {
  const row = {
    id: given.slug,
    title: given.title,
    description: given.description,
    care: given.care ?? null,
    hsn: given.hsn ?? null,
    shelf: given.shelf ?? null,
    category: given.category,
    subcategory: given.subcategory,
    collection: given.collection ?? null,
    materials: given.materials,
    sizes: given.size,
    price: given.price,
    originalPrice: given.originalPrice ?? given.price,
    discount: given.discount,
    images: given.images.map((name, index) => toNamedImage(name, given.alt[index])),
    variantImages: given.variantImages.map((name) => toNamedImage(name, undefined)),
    seo: given.seo,
    createdAt: new Date(given.createdAt),
    sales: given.sales,
    featuredRank: given.featuredRank ?? null,
    onHand: given.stock ?? null,
  };
  const { onHand: importedStock, ...columns } = row;
  const { price, originalPrice, discount, collection } = columns;
  return {
    ...columns,
    importedStock,
    importedPrice: price,
    importedOriginalPrice: originalPrice,
    importedDiscount: discount,
    importedCollection: collection,
    fingerprint: createHash("sha256").update(JSON.stringify(row)).digest("hex"),
  };
}

const toNamedImage = (name: string, alt: string | undefined): NamedImage => ({
  name,
  ...(alt !== undefined && { alt }),
});
