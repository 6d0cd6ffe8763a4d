import { access } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { getEntryName, type FileError, readOwnerFile } from "#platform/owner-file.ts";
import { readCsvList } from "../spreadsheet/csv-list.ts";
import { productInFile, type ProductInFile } from "./product-file.ts";

/** The owner's list of products: in JSON or as a spreadsheet. */
export interface ProductList {
  /** The name of the file, for what is said about it. */
  file: string;
  products: ProductInFile[];
  /** How each of them is named when something is said about it: its slug, or its row. */
  places: string[];
}

const JSON_LIST = "products.json";
const CSV_LIST = "products.csv";

/** The list of a catalogue folder, either of the two. Null, with the errors added, when it is not in order. */
export async function readProductList(folder: string, errors: FileError[]): Promise<ProductList | null> {
  const [hasJson, hasCsv] = await Promise.all([JSON_LIST, CSV_LIST].map((file) => fileExists(folder, file)));
  if (hasJson && hasCsv) {
    const message = `stands beside ${JSON_LIST}. Keep the one that counts, and move the other away.`;
    errors.push({ file: CSV_LIST, where: "", field: "", message });
    return null;
  }
  if (hasCsv) return readCsvList(path.join(folder, CSV_LIST), CSV_LIST, errors);
  const products = await readOwnerFile(folder, JSON_LIST, jsonList, errors);
  return (
    products && { file: JSON_LIST, products, places: products.map((_, at) => getEntryName(products, at)) }
  );
}

/** Loose, so that the check can name what is not used. */
const jsonList = v.array(v.looseObject(productInFile.entries), "is not a list of products.");

const fileExists = (folder: string, file: string): Promise<boolean> =>
  access(path.join(folder, file)).then(
    () => true,
    () => false,
  );
