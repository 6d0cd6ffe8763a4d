import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { isObject, readFields } from "#contract/read.ts";
import { checkWritten, getEntryName, type FileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { excuseStoredTexts, productInFile, type ProductInFile, type ProductList } from "./product-file.ts";
import { type FindStored, readCsvList } from "./spreadsheet.ts";

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

const JSON_LIST = "products.json";
const CSV_LIST = "products.csv";

export async function readProductList(
  folder: string,
  errors: FileError[],
  findStored: FindStored | null,
): Promise<ProductList | null> {
  const refuse = (file: string, message: string) => {
    errors.push({ file, where: "", field: "", message });
    return null;
  };
  const [hasJson, hasCsv] = [JSON_LIST, CSV_LIST].map((file) => existsSync(path.join(folder, file)));
  if (hasJson && hasCsv)
    return refuse(
      CSV_LIST,
      `and ${JSON_LIST} are both in the folder. Keep one of them and remove the other.`,
    );
  if (hasCsv) return readCsvList(path.join(folder, CSV_LIST), CSV_LIST, errors, findStored);
  const { written } = await readOwnerFile(folder, JSON_LIST, v.unknown(), errors);
  if (written === undefined) return null;
  if (!Array.isArray(written)) return refuse(JSON_LIST, "is not a list. Write the products between [ and ].");
  return checkJsonList(written, errors, findStored);
}

const looseProduct = v.looseObject(productInFile.entries);

async function checkJsonList(
  entries: readonly unknown[],
  errors: FileError[],
  findStored: FindStored | null,
): Promise<ProductList> {
  const list: ProductList = { file: JSON_LIST, products: [], places: [], broken: [] };
  const slugs = entries.flatMap((entry) => toText(readFields(entry)["slug"]) ?? []);
  const stored = findStored && (await findStored(slugs));
  for (const [at, entry] of entries.entries()) {
    const place = getEntryName(entries, at);
    const { checked, restore } = isObject(entry)
      ? excuseStoredTexts(stored && stored.get(String(entry["slug"])), entry)
      : { checked: entry, restore: (product: ProductInFile) => product };
    const entryErrors: FileError[] = [];
    const product = checkWritten(JSON_LIST, looseProduct, checked, entryErrors);
    errors.push(...entryErrors.map((error) => ({ ...error, where: place })));
    if (product) {
      list.products.push(restore(product));
      list.places.push(place);
    } else list.broken.push({ place, written: readFields(entry) });
  }
  return list;
}
