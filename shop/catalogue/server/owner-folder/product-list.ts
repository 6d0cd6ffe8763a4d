import * as v from "valibot";
import { readFields } from "#contract/read.ts";
import { checkWritten, getEntryName, type FileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { productInFile, type ProductList } from "./product-file.ts";

export function* listNamedByProducts({ products, places, broken }: ProductList) {
  for (const [at, product] of products.entries()) yield toNamed(places[at] ?? product.slug, product);
  for (const { place, written } of broken) yield toNamed(place, written);
}

const toNamed = (place: string, product: Readonly<Record<string, unknown>>) => ({
  where: place,
  slug: toText(product["slug"]),
  collection: toText(product["collection"]),
  maker: toText(product["maker"]),
  images: toTexts(product["images"]),
  variantImages: toTexts(product["variantImages"]),
});

const toText = (value: unknown): string | undefined =>
  (typeof value === "string" && value.trim()) || undefined;

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => toText(item) ?? []) : [];

const FILE = "products.json";
const anyList = v.array(v.unknown(), "is not a list. Write the products between [ and ].");
const looseProduct = v.looseObject(productInFile.entries);

/** Reads the products of a folder. Returns null if their file is not a list. */
export async function readProductList(folder: string, errors: FileError[]): Promise<ProductList | null> {
  const { content: entries } = await readOwnerFile(folder, FILE, anyList, errors);
  if (!entries) return null;
  const list: ProductList = { file: FILE, products: [], places: [], broken: [] };
  for (const [at, entry] of entries.entries()) {
    const place = getEntryName(entries, at);
    const entryErrors: FileError[] = [];
    const product = checkWritten(FILE, looseProduct, entry, entryErrors);
    errors.push(...entryErrors.map((error) => ({ ...error, where: place })));
    if (product) {
      list.products.push(product);
      list.places.push(place);
    } else list.broken.push({ place, written: readFields(entry) });
  }
  return list;
}
