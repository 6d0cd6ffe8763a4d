import path from "node:path";
import { eq } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  type ReportProgress,
  UsageError,
  YesNeeded,
} from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { chooseCsvFile, writeCsvFile } from "#platform/operator/export-csv.ts";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { listFieldChanges } from "../catalogue-changes.ts";
import {
  BETWEEN,
  exportNames,
  formatExportRow,
  sayableOfAll,
  UnwritableValue,
  WITH_GST_USE,
  type Written,
} from "../owner-folder/spreadsheet.ts";
import { product } from "../tables.ts";
import { readWrittenProducts } from "./written-products.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-folder.ts";
import { checkOwnerFiles, isCsv } from "../owner-folder/check-owner-files.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { describeWithoutHsn } from "../products/without-hsn.ts";
import { importCatalogue, importCsvList, type ImportDoubts, type ImportOptions } from "./import-catalogue.ts";

const folder = {
  name: "folder",
  summary: "the catalogue folder or a .csv file; without it the one the shop was started with",
  optional: true,
  kind: "file",
} as const;

export const check = defineCommand({
  noun: "products",
  verb: "check",
  reads: true,
  summary: "Look through the catalogue folder, or a spreadsheet, without changing anything.",
  args: [folder],
  options: {},
  examples: ["products check", "products check ./catalogue", "products check goods.csv"],
  async run(context, { args, folder: here }) {
    const place = chooseFolder(args["folder"], here, context.config);
    const remarks = await refuseWithErrors(place, checkOwnerFiles(context, place));
    return formatWarnings(`${place} is in order.`, remarks);
  },
});

export const importAll = defineCommand({
  noun: "products",
  verb: "import",
  summary: "Take the catalogue folder, or a spreadsheet, into the shop: all of it, or nothing.",
  args: [
    {
      name: "list",
      summary: "a CSV file with a product in each row; without it the catalogue folder",
      optional: true,
      kind: "file",
    },
  ],
  options: {
    "keep-others": { summary: "products that are not in the folder any more stay in the shop", flag: true },
    "with-gst": { summary: "prices in a list of Shopify or WooCommerce are with GST", flag: true },
    materials: { summary: "woods of new products of which the list does not say them", many: true },
    category: { summary: "the category of new products, where the list has none" },
    subcategory: { summary: "their kind, where the list has none" },
    hsn: { summary: "their tariff heading for GST, where the list has none" },
  },
  examples: [
    "products import",
    "products import goods.csv --dry-run",
    'products import products_export.csv --with-gst --materials "Teak wood"',
  ],
  async preview(context, input) {
    const { warnings, changes, taxChanges, fileChanges, ...counts } = await rehearse(context, (rehearsal) =>
      takeIn(rehearsal, input),
    );
    const rows = changes.flatMap((change) =>
      listFieldChanges(change).map(([field, from, to]) => [change.id, field, from, to]),
    );
    return {
      facts: counts,
      columns: ["Product", "What", "Now", "Then"],
      rows: rows.slice(0, ROWS_SHOWN),
      message: [
        ...(rows.length > ROWS_SHOWN
          ? [`And ${rows.length - ROWS_SHOWN} more: --json prints them all.`]
          : []),
        ...fileChanges,
        ...taxChanges.map(formatTaxChange),
        ...warnings.slice(0, REMARKS_SHOWN).map(formatFileError),
      ].join("\n"),
      data: { ...counts, changes, fileChanges, taxChanges, warnings },
    };
  },
  async run(context, input, progress) {
    const {
      warnings,
      changes: _changes,
      taxChanges,
      fileChanges,
      ...counts
    } = await takeIn(context, input, progress);
    await refreshSnapshot(context);
    const { message = "", ...remarks } = formatWarnings("The catalogue is in the shop.", warnings);
    return {
      ...remarks,
      message: [message, ...fileChanges, ...taxChanges.map(formatTaxChange)].filter(Boolean).join("\n"),
      facts: { ...counts },
      data: { ...counts, fileChanges, taxChanges, warnings },
    };
  },
});

async function takeIn(
  context: Context,
  { args, options, folder: here, confirmed }: CommandInput,
  progress?: ReportProgress,
) {
  const place = chooseFolder(args["list"], here, context.config);
  const how: ImportOptions = {
    ...(progress && { onProgress: progress }),
    keepOthers: options["keep-others"] !== undefined,
    isWithGst: options["with-gst"] !== undefined,
    otherwise: Object.fromEntries(
      sayableOfAll.flatMap((name) => {
        const said = options[name]?.replaceAll("\n", ` ${BETWEEN} `);
        return said === undefined ? [] : [[name, said]];
      }),
    ),
    ask: confirmed ? undefined : askAboutDoubts,
  };
  if (!isCsv(place) && place !== context.config.catalogueDir) {
    throw new CommandRefused(
      `The shop takes its pictures from ${context.config.catalogueDir}. Put your files there, or start it with another CATALOGUE_DIR; here you may name a .csv file.`,
    );
  }
  if (!isCsv(place) && Object.keys(how.otherwise ?? {}).length > 0)
    throw new UsageError(
      "--materials, --category, --subcategory and --hsn are for a spreadsheet: in the folder each product says its own.",
    );
  if (!isCsv(place) && how.isWithGst) throw new UsageError(`--with-gst is ${WITH_GST_USE}`);
  return refuseWithErrors(
    place,
    isCsv(place) ? importCsvList(context, place, how) : importCatalogue(context, place, how),
  );
}

export const exportAll = defineCommand({
  noun: "products",
  verb: "export",
  reads: true,
  summary: "Writes the goods into a spreadsheet, as they are in the shop now, to be changed and imported.",
  args: [{ name: "file", summary: "a new .csv file", kind: "new-file" }],
  options: {},
  examples: ["products export goods.csv"],
  async run(context, { args, folder: here, confirmed }) {
    const file = chooseCsvFile(here, args["file"], confirmed);
    const count = await writeExport(context, file);
    return {
      message:
        `${formatCount(count, "product")} in ${file}. Change it, take out the columns that are to stay as they are ` +
        "(stock, if you did not count), and then: products import … --dry-run",
      data: { file, products: count },
    };
  },
});

/** Every product of the list, hidden ones too, the oldest first. */
async function writeExport(context: Context, file: string): Promise<number> {
  const rows = await context.db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.inOwnerList, true))
    .orderBy(product.createdAt, product.id);
  const written = await readWrittenProducts(
    context.db,
    rows.map(({ id }) => id),
  );
  const lines = rows.flatMap(({ id }) => {
    const one = written.get(id);
    return one ? [formatRow(one)] : [];
  });
  return writeCsvFile(file, exportNames, [lines]);
}

function formatRow(written: Written): string[] {
  try {
    return formatExportRow(written);
  } catch (cause) {
    if (cause instanceof UnwritableValue)
      throw new CommandRefused(`${String(written["slug"])}: ${cause.message} Write it otherwise first.`);
    throw cause;
  }
}

const formatTaxChange = (change: string): string => `GST: ${change}.`;

function askAboutDoubts({ leaving, withoutHsn }: ImportDoubts): void {
  const some = leaving.slice(0, 5).join(", ");
  const doubts = [
    ...(leaving.length > 0
      ? [
          `${formatCount(leaving.length, "product")} ${leaving.length === 1 ? "is" : "are"} not in the list and will leave the shop: ${some}${leaving.length > 5 ? ", …" : ""}.`,
        ]
      : []),
    ...(withoutHsn.length > 0
      ? [`${describeWithoutHsn(withoutHsn)} Write it into the list as hsn, such as 4419.`]
      : []),
  ];
  if (doubts.length > 0) throw new YesNeeded(`${doubts.join("\n")} Go on?`);
}

const chooseFolder = (given: string | undefined, here: string, config: { catalogueDir: string }): string =>
  given === undefined ? config.catalogueDir : path.resolve(here, given);

/** Files that are not in order are refused with the place they were read from. */
async function refuseWithErrors<T>(place: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof CatalogueErrors)
      throw new CommandRefused(`${place} is not in order.\n${cause.message}`);
    throw cause instanceof StorageFailure ? new CommandRefused(cause.message) : cause;
  }
}

const formatWarnings = (title: string, warnings: readonly FileError[]): CommandResult => ({
  title: warnings.length === 0 ? title : `${title} ${formatCount(warnings.length, "remark")}:`,
  columns: ["file", "entry", "field", "remark"],
  rows: warnings
    .slice(0, REMARKS_SHOWN)
    .map(({ file, where, field, message }) => [file, where, field, message]),
  ...(warnings.length > REMARKS_SHOWN && {
    message: `And ${warnings.length - REMARKS_SHOWN} more: --json prints them all.`,
  }),
  data: warnings,
});

/** More than that no one reads in a terminal. */
const ROWS_SHOWN = 200;
const REMARKS_SHOWN = 100;
