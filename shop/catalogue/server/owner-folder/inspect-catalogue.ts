import path from "node:path";
import { measurePictures, readPictures } from "#server/media";
import type { ReportProgress } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import type { FileError } from "#platform/owner-file.ts";
import { readCatalogueFolder } from "./catalogue-folder.ts";
import { readCsvList } from "../spreadsheet/csv-list.ts";
import { checkProducts } from "./check-products.ts";
import { findProductPictures } from "./named-files.ts";
import { CatalogueErrors } from "./catalogue-errors.ts";
import type { ProductList } from "./product-list.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

/** Checks a folder, or a spreadsheet, as an import would, pictures too, and changes nothing. @throws CatalogueErrors */
export async function checkOwnerFiles(context: Context, place: string): Promise<FileError[]> {
  const { warnings } = await (isCsv(place) ? inspectCsv(context, place) : inspectFolder(context, place));
  return warnings;
}

export const isCsv = (place: string): boolean => /\.csv$/i.test(place);

export async function inspectFolder(context: Context, folder: string, onProgress?: ReportProgress) {
  const { goods, errors, warnings } = await readCatalogueFolder(folder);
  if (!goods) throw new CatalogueErrors(errors);
  return { goods, warnings, ...(await measureAll(context, folder, goods.pictures, onProgress)) };
}

export async function inspectCsv(context: Context, file: string, onProgress?: ReportProgress) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list: ProductList | null = await readCsvList(file, path.basename(file), errors);
  if (!list) throw new CatalogueErrors(errors);
  const { catalogueDir } = context.config;
  const names = new Set(getSnapshot(context).homeContent.collections.map(({ name }) => name));
  checkProducts(
    list,
    { names, otherwise: "is no collection of the shop. See: collections list" },
    errors,
    warnings,
  );
  const pictures = await findProductPictures(catalogueDir, list, errors);
  if (errors.length > 0) throw new CatalogueErrors(errors);
  return { list, warnings, ...(await measureAll(context, catalogueDir, pictures, onProgress)) };
}

async function measureAll(
  context: Context,
  folder: string,
  names: readonly string[],
  onProgress?: ReportProgress,
) {
  const known = await readPictures(context.db);
  const { pictures, unreadable } = await measurePictures(folder, names, known, (done, of) => {
    if (done % 40 === 0 || done === of) onProgress?.("Looking at the pictures", done, of);
  });
  if (unreadable.length > 0) throw new CatalogueErrors(unreadable.map(createPictureError));
  return { known, pictures };
}

const createPictureError = ({ path, why }: { path: string; why: string }): FileError => ({
  file: path,
  where: "",
  field: "",
  message: `is no picture the shop can read (${why}).`,
});
