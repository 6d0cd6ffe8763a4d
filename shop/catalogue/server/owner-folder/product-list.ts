import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { isObject, readFields } from "#contract/read.ts";
import { checkWritten, getEntryName, type FileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { excuseStoredTexts, productInFile, type ProductInFile, type ProductList } from "./product-file.ts";
import { type FindStored, readCsvList } from "./spreadsheet.ts";

interface ProductReferences {
  where: string;
  slug: string | undefined;
  collection: string | undefined;
  maker: string | undefined;
  images: string[];
  variantImages: string[];
}

export function* listNamedByProducts({
  products,
  places,
  broken,
}: ProductList): Generator<ProductReferences> {
  for (const [at, product] of products.entries()) yield toNamed(places[at] ?? product.slug, product);
  for (const { place, written } of broken) yield toNamed(place, written);
}

const toNamed = (place: string, product: Readonly<Record<string, unknown>>): ProductReferences => ({
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
  findStored: FindStored,
): Promise<ProductList | null> {
  const [hasJson, hasCsv] = [JSON_LIST, CSV_LIST].map((file) => existsSync(path.join(folder, file)));
  if (hasJson && hasCsv) {
    const message = `and ${JSON_LIST} are both in the folder. Keep one of them and remove the other.`;
    errors.push({ file: CSV_LIST, where: "", field: "", message });
    return null;
  }
  if (hasCsv) return readCsvList(path.join(folder, CSV_LIST), CSV_LIST, errors, findStored);
  const { written } = await readOwnerFile(folder, JSON_LIST, v.unknown(), errors);
  if (written === undefined) return null;
  if (!Array.isArray(written)) return checkWritten(JSON_LIST, jsonList, written, errors) && null;
  const stored = await findStored(written.flatMap((entry) => toText(readFields(entry)["slug"]) ?? []));
  const excused = written.map((entry) =>
    isObject(entry)
      ? excuseStoredTexts(stored.get(String(entry["slug"])), entry)
      : { checked: entry, restore: (product: ProductInFile) => product },
  );
  const entries = excused.map(({ checked }) => checked);
  const products = checkWritten(JSON_LIST, jsonList, entries, errors) ?? entries.map(parseEntry);
  return createJsonList(
    written,
    products.map((product, at) => product && (excused[at]?.restore(product) ?? product)),
  );
}

function createJsonList(
  entries: readonly unknown[],
  products: readonly (ProductInFile | null)[],
): ProductList {
  const list: ProductList = { file: JSON_LIST, products: [], places: [], broken: [] };
  for (const [at, product] of products.entries()) {
    const place = getEntryName(entries, at);
    if (product) {
      list.products.push(product);
      list.places.push(place);
    } else list.broken.push({ place, written: readFields(entries[at]) });
  }
  return list;
}

const looseProduct = v.looseObject(productInFile.entries);

const parseEntry = (entry: unknown): ProductInFile | null => {
  const { success, output } = v.safeParse(looseProduct, entry);
  return success ? output : null;
};

const jsonList = v.array(looseProduct, "is not a list. Write the products between [ and ].");
