import { isDeepStrictEqual } from "node:util";
import { formatRupees } from "#contract/money.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import {
  changeablePartNames,
  changeableParts,
  type HomeContentFiles,
  type ImportedHomeContent,
  setPart,
} from "../owner-folder/home-content-files.ts";
import type { CatalogueVersion } from "../revision.ts";
import type { ProductRow, StoredProduct } from "./product-store.ts";

// An import changes what was set in the shop by hand only where the owner wrote something else than last time; either
// way it says so.

type Before = ReadonlyMap<string, StoredProduct>;

/** Lists manual changes that stay, because the list says what it said before. */
export function* mergeManualChanges(
  file: string,
  rows: readonly ProductRow[],
  before: Before,
): Generator<FileError> {
  for (const { row, old, remark } of pairWithStored(file, rows, before)) {
    if (old.hiddenByHand)
      yield remark("", "was hidden by hand and stays hidden. To bring it back: products show");
    if (hasOwnPrice(old) && !isPriceChanged(row, old))
      yield remark(
        "price",
        `stays at ${formatRupees(old.price)}, as set by hand; the list says ${formatRupees(row.price)}.`,
      );
    if (hasOwnCollection(old) && row.importedCollection === old.importedCollection)
      yield remark("collection", `stays ${quoteCollection(old.collection)}, as set by hand.`);
  }
}

/** Lists manual changes that are replaced, because the owner wrote something new. */
export function* listManualReplacements(
  file: string,
  rows: readonly ProductRow[],
  before: Before,
): Generator<FileError> {
  for (const { row, old, remark } of pairWithStored(file, rows, before)) {
    if (hasOwnPrice(old) && isPriceChanged(row, old) && old.price !== row.price)
      yield remark(
        "price",
        `is new in the list: ${formatRupees(row.price)} instead of ${formatRupees(old.price)}, set by hand.`,
      );
    if (hasOwnCollection(old) && row.importedCollection !== old.importedCollection)
      yield remark(
        "collection",
        `is new in the list; ${quoteCollection(old.collection)}, set by hand, is gone.`,
      );
    if (old.onHand !== old.importedStock && row.importedStock !== old.importedStock)
      yield remark(
        "stock",
        `is new in the list: ${row.importedStock ?? "none"} instead of ${old.onHand ?? "none"}.`,
      );
  }
}

const quoteCollection = (collection: string | null): string =>
  collection === null ? "without one" : `"${collection}"`;

/** Each row that the shop has already, and how a remark about it is written. */
function* pairWithStored(file: string, rows: readonly ProductRow[], before: Before) {
  for (const row of rows) {
    const old = before.get(row.id);
    const remark = (field: string, message: string): FileError => ({ file, where: row.id, field, message });
    if (old) yield { row, old, remark };
  }
}

const hasOwnPrice = (old: StoredProduct): boolean => old.price !== old.importedPrice;

const hasOwnCollection = (old: StoredProduct): boolean => old.collection !== old.importedCollection;

const isPriceChanged = (row: ProductRow, old: StoredProduct): boolean =>
  row.importedPrice !== old.importedPrice ||
  row.importedOriginalPrice !== old.importedOriginalPrice ||
  row.importedDiscount !== old.importedDiscount;

/** The home content as the files have it, except the parts changed by hand that the files say nothing new about. */
export function mergeHomeContent(
  { homeContent: own, importedContent: before }: Pick<CatalogueVersion, "homeContent" | "importedContent">,
  files: HomeContentFiles,
  importedContent: ImportedHomeContent,
): { merged: HomeContentFiles; unchanged: FileError[]; offerChanged: boolean } {
  const unchanged: FileError[] = [];
  const merged = { ...files };
  const stays = (part: keyof ImportedHomeContent) =>
    before?.[part] !== undefined && isDeepStrictEqual(before[part], importedContent[part]);
  for (const part of changeablePartNames) {
    if (!stays(part) || isDeepStrictEqual(own[part], files[part])) continue;
    setPart(merged, part, own[part]);
    const { file, command } = changeableParts[part];
    unchanged.push({ file, where: "", field: "", message: `stays as it was set by hand. See: ${command}` });
  }
  return { merged, unchanged, offerChanged: !stays("specialOffer") };
}
