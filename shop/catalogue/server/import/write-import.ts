import { type KnownPicture, writePictures } from "#shop/media/server/index.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { beginCatalogueRevision, type CatalogueVersion, lockCatalogueVersion } from "../catalogue-version.ts";
import { mergeManualChanges, listManualReplacements } from "./manual-changes.ts";
import type { ProductRow } from "./product-row.ts";
import { type ImportCounts, readStoredProducts, writeProducts } from "./product-store.ts";

export interface ImportReport extends ImportCounts {
  pictures: number;
  /** What the owner should look at, though it did not hinder the import. */
  warnings: FileError[];
}

export interface ImportOptions {
  onProgress?: ReportProgress;
  /** Products that are not in the list stay in the shop. */
  keepOthers?: boolean;
  /** Hears which products are about to leave the shop, before anything is written; may throw to stop it. */
  onLeaving?: (ids: readonly string[]) => void;
}

interface Inspected {
  file: string;
  rows: ProductRow[];
  fingerprint: string;
  warnings: FileError[];
  known: ReadonlyMap<string, KnownPicture>;
  pictures: KnownPicture[];
}

type HomeContentChange = { change: Parameters<typeof beginCatalogueRevision>[2]; unchanged: FileError[] };

export function writeImport(
  context: Context,
  { file, rows, fingerprint, warnings, known, pictures }: Inspected,
  { onProgress = () => {}, keepOthers = false, onLeaving = () => {} }: ImportOptions,
  computeHomeContent: (tx: Tx, version: CatalogueVersion) => Promise<HomeContentChange>,
): Promise<ImportReport> {
  return context.transact(async (tx) => {
    const version = await lockCatalogueVersion(tx, context.now());
    const before = await readStoredProducts(tx);
    await writePictures(tx, pictures, known);
    const found = { pictures: pictures.length };
    if (version.fingerprint === fingerprint) {
      const counts = { added: 0, changed: 0, hidden: 0, unchanged: rows.length };
      return { ...counts, ...found, warnings: [...warnings, ...mergeManualChanges(file, rows, before)] };
    }
    const named = new Set(rows.map(({ id }) => id));
    const gone = keepOthers
      ? []
      : [...before.values()].filter((old) => old.inOwnerList && !named.has(old.id)).map(({ id }) => id);
    if (gone.length > 0) onLeaving(gone);

    const { change, unchanged } = await computeHomeContent(tx, version);
    await beginCatalogueRevision(context, tx, { ...change, fingerprint, importedAt: context.now() });
    const counts = await writeProducts(tx, rows, before, {
      gone,
      revision: version.revision + 1,
      onProgress,
    });
    const byHand = [
      ...listManualReplacements(file, rows, before),
      ...mergeManualChanges(file, rows, before),
      ...unchanged,
    ];
    return { ...counts, ...found, warnings: [...warnings, ...byHand] };
  });
}
