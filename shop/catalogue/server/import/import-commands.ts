import path from "node:path";
import { stat, copyFile, readdir, writeFile } from "node:fs/promises";
import { formatCount, joinFirst } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  refuseField,
  type ReportProgress,
  UsageError,
  requireConfirmation,
} from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { chooseFile, writeCsvFile } from "#platform/operator/export-csv.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { findColumnLabel } from "../../column-labels.ts";
import { describeProductChange, listFieldChanges, type ProductChange } from "../catalogue-changes.ts";
import { toSentence, readContent } from "../content/change-content.ts";
import {
  BETWEEN,
  exportNames,
  formatExportRow,
  templateNames,
  columnsForAll,
  WITH_GST_USE,
} from "../owner-folder/spreadsheet.ts";
import { isCsv } from "../owner-folder/check-owner-files.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { importCatalogue, importCsvList, type ImportReport } from "./import-catalogue.ts";
import { listWrittenProducts, type ProductRow } from "./stored-products.ts";
import { omitAbsent, readFields } from "#contract/read.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import { formatBrandFiles } from "#shop/brand/server/index.ts";
import { findOriginalFile, type Original, readPictures } from "#shop/media/server/index.ts";
import { formatRulesFile } from "#shop/policies/server/index.ts";
import { type HomeContentFiles, type PartFile, partFiles } from "../owner-folder/home-content-files.ts";
import { listNames } from "../owner-folder/named-files.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { toVideoOriginal } from "../snapshot/home-content.ts";

export const importAllCommand = defineCommand({
  noun: "products",
  verb: "import",
  summary:
    "Imports a catalogue folder or a spreadsheet, completely or not at all, after showing the changes.",
  args: [
    {
      name: "list",
      summary:
        "a CSV file with a product in each row, or a folder; by default, the catalogue folder of the shop",
      optional: true,
      kind: "file",
    },
  ],
  options: {
    "keep-others": { summary: "keep products in the shop that are not in the folder", flag: true },
    "keep-stock": { summary: "keep the stock as it is in the shop", flag: true },
    "with-gst": { summary: "the prices in a list from Shopify, WooCommerce or Etsy include GST", flag: true },
    "before-gst": { summary: "the prices in such a list are before GST (they usually are not)", flag: true },
    materials: { summary: "the woods of new products, if the list has none", kind: "material", many: true },
    category: { summary: "the category of new products, if the list has none" },
    subcategory: { summary: "the product type of new products, if the list has none" },
    hsn: { summary: "the HSN of new products, if the list has none" },
  },
  examples: [
    "products import",
    "products import ./my-shop --keep-stock",
    'products import products_export.csv --materials "Teak wood"',
  ],
  async preview(context, input) {
    const { warnings, changes, newProducts, taxChanges, contentChanges, leaving, ...counts } = await rehearse(
      context,
      (rehearsal) => importFolder(rehearsal, input),
    );
    const rows = [
      ...newProducts.map((product) => [product.title, "new product", "", describeNewProduct(product)]),
      ...listChangesOfExisting({ changes, newProducts }).flatMap((change) =>
        listFieldChanges(change).map(([field, from, to]) => [change.title, field, from, to]),
      ),
    ];
    const { shown, more } = shortenWarnings(warnings, WARNINGS_SHOWN);
    return {
      facts: counts,
      columns: ["Product", "What", "Now", "After"],
      rows: rows.slice(0, ROWS_SHOWN),
      message: [
        ...(rows.length > ROWS_SHOWN ? [`${rows.length - ROWS_SHOWN} more changes are not shown here.`] : []),
        ...describeLeaving({ leaving }),
        ...listEffects({ contentChanges, taxChanges }),
        ...shown.map(formatFileError),
        ...more,
      ].join("\n"),
      data: { ...counts, changes, contentChanges, taxChanges, warnings },
    };
  },
  async run(context, input, progress) {
    // Unless the import is already confirmed, make a dry run first, so that the owner confirms an up-to-date list.
    if (input.confirmed !== true)
      confirmImport(input, await rehearse(context, (rehearsal) => importFolder(rehearsal, input, progress)));
    const report = await importFolder(context, input, progress);
    const { added, changed, hidden, unchanged, pictures, warnings, taxChanges, contentChanges } = report;
    const counts = { added, changed, hidden, unchanged, pictures };
    await refreshSnapshot(context);
    const { shown, more } = shortenWarnings(warnings, WARNINGS_SHOWN);
    return {
      title: `The catalogue was imported.${warnings.length > 0 ? ` ${formatCount(warnings.length, "warning")}:` : ""}`,
      columns: ["file", "entry", "field", "warning"],
      rows: shown.map(({ file, where, field, message }) => [file, where, field, message]),
      message: [...more, ...listEffects(report)].join("\n"),
      facts: counts,
      data: { ...counts, contentChanges, taxChanges, warnings },
    };
  },
});

async function importFolder(
  context: Context,
  { args, options, folder: workingFolder, role }: CommandInput,
  onProgress: ReportProgress = () => {},
): Promise<ImportReport> {
  const { list } = args;
  const place = list === undefined ? context.config.catalogueDir : path.resolve(workingFolder, list);
  const otherwise = Object.fromEntries(
    columnsForAll.flatMap((name) => {
      const text = options[name]?.replaceAll("\n", ` ${BETWEEN} `);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  if (options["before-gst"] && options["with-gst"])
    throw refuseField("before-gst", "Choose either this or “Prices in the list include GST”, not both.");
  const gst = options["before-gst"] ? "added" : options["with-gst"] ? "included" : undefined;
  const keepStock = options["keep-stock"] !== undefined;
  if (isCsv(place)) {
    const imported = await importCsvList(context, place, { onProgress, keepStock, gst, otherwise });
    return { ...imported, contentChanges: [], leaving: [] };
  }
  await requireFolder(place);
  if (role === "manager")
    throw new CommandRefused(
      "Only an owner can import a folder, because it also contains the seller, the taxes and the fees. Import a CSV file of products instead.",
    );
  if (Object.keys(otherwise).length > 0)
    throw new UsageError(
      "Woods, category, product type and HSN can only be entered for a spreadsheet. In a folder each product has its own.",
    );
  if (gst === "included") throw new UsageError(WITH_GST_USE);
  const keepOthers = options["keep-others"] !== undefined;
  return importCatalogue(context, place, { onProgress, keepOthers, keepStock, requiresHsn: true });
}

async function requireFolder(place: string): Promise<void> {
  const stats = await stat(place).catch(() => null);
  if (stats?.isDirectory()) return;
  throw new CommandRefused(
    stats === null
      ? `There is no file or folder ${place}. Check its name.`
      : `${place} is not a CSV file. Save the list as "CSV UTF-8", with a name that ends in .csv, and import that file.`,
  );
}

export const exportAllCommand = defineCommand({
  noun: "products",
  verb: "export",
  reads: true,
  summary: "Exports the products to a spreadsheet, or the whole shop to a folder, to change and import them.",
  args: [{ name: "file", summary: "a new .csv file, or a new folder", kind: "new-file" }],
  options: {
    template: {
      summary: "only the columns that owners change most, with headings as at the desk, to fill in",
      flag: true,
    },
  },
  examples: [
    "products export goods.csv",
    "products export prices.csv --template",
    "products export ./my-shop",
  ],
  async run(context, { args, options, folder: workingFolder, confirmed }) {
    const place = path.resolve(workingFolder, args["file"] ?? "");
    if (path.extname(place) === "" || place.endsWith(path.sep)) return writeFolder(context, place);
    const file = chooseFile(workingFolder, args["file"], confirmed);
    const isTemplate = options["template"] !== undefined;
    const columns = isTemplate ? templateNames : exportNames;
    const headings = isTemplate ? columns.map((name) => findColumnLabel(name) ?? name) : columns;
    const products = await listWrittenProducts(context.db);
    const count = await writeCsvFile(file, headings, [
      products.map((product) => formatExportRow(product, columns)),
    ]);
    return {
      message:
        `${formatCount(count, "product")} exported to ${file}. Edit the file, remove the columns that you did not change ` +
        "(for example stock), and import the file.",
      data: { file, products: count },
    };
  },
});

async function writeFolder(context: Context, folder: string): Promise<CommandResult> {
  const exported = await exportFolder(context, folder);
  return {
    ...(exported.missing.length > 0 && { attention: true }),
    message: [
      `${formatCount(exported.products, "product")} and ${formatCount(exported.files, "file")} exported to ${folder}. Edit the files and import the folder. To leave the shop's stock unchanged, choose to keep it in the import.`,
      ...exported.missing.map((name) => `The file ${name} is missing.`),
    ].join("\n"),
    data: { folder, ...exported },
  };
}

const listEffects = (report: Pick<ImportReport, "contentChanges" | "taxChanges">): string[] => [
  ...report.contentChanges.map(toSentence),
  ...report.taxChanges.map((change) => `GST: ${change}.`),
];

const LINES_ASKED = 20;
const WARNINGS_IN_QUESTION = 10;

function confirmImport(input: CommandInput, report: ImportReport): void {
  const { added, changed, hidden, unchanged, newProducts, contentChanges } = report;
  if (added + changed + hidden === 0 && contentChanges.length === 0) return;
  const { shown, more } = shortenWarnings(report.warnings, WARNINGS_IN_QUESTION);
  const lines = [
    ...listEffects(report),
    ...newProducts.map((product) => `New: ${product.title}, ${describeNewProduct(product)}`),
    ...listChangesOfExisting(report)
      .filter(({ to }) => to.inOwnerList !== false)
      .map(describeProductChange),
  ];
  const remaining = lines.length - LINES_ASKED;
  requireConfirmation(
    input,
    [
      `Products: ${added} new, ${changed} changed, ${hidden} removed from the shop, ${unchanged} unchanged.`,
      ...describeLeaving(report),
      ...shown.map((warning) => `Warning: ${formatFileError(warning)}`),
      ...more,
      ...lines.slice(0, LINES_ASKED).map((line) => `  ${line}`),
      ...(remaining > 0
        ? [`  and ${formatCount(remaining, "more line")}. To see all lines, preview the import.`]
        : []),
      "Import this?",
    ].join("\n"),
  );
}

function describeLeaving({ leaving }: Pick<ImportReport, "leaving">): string[] {
  return leaving.length > 0
    ? [
        `${formatCount(leaving.length, "product")} ${leaving.length === 1 ? "is" : "are"} not in the list and will be removed from the shop: ${joinFirst(leaving)}.`,
      ]
    : [];
}

const describeNewProduct = ({ price, stock }: ProductRow): string =>
  `${formatRupeesGrouped(price)}, ${stock === null ? "made to order" : `${stock} in stock`}`;

/** Returns the changes of products that were stored before, including those that an import removes or restores. */
function listChangesOfExisting({
  changes,
  newProducts,
}: Pick<ImportReport, "changes" | "newProducts">): ProductChange[] {
  const newIds = new Set(newProducts.map(({ id }) => id));
  return changes.filter(({ id }) => !newIds.has(id));
}

/** Joins equal warnings about several entries into one warning, so that they do not hide the rarer warnings. */
function shortenWarnings(warnings: readonly FileError[], most: number) {
  const groups = Map.groupBy(warnings, ({ file, field, message }) => JSON.stringify([file, field, message]));
  const joined = [...groups.values()].flatMap(([first, ...others]) =>
    first ? { ...first, where: joinFirst([first, ...others].map(({ where }) => where)) } : [],
  );
  const remaining = joined.length - most;
  return {
    shown: joined.slice(0, most),
    more:
      remaining > 0
        ? [`${formatCount(remaining, "more warning")}. To see all of them, preview the import.`]
        : [],
  };
}

const ROWS_SHOWN = 200;
const WARNINGS_SHOWN = 100;

/**
 * Exports the catalogue to a folder that can be imported again. `missing` contains the paths of files that were not
 * found. @throws CommandRefused if the folder is not empty or cannot be written
 */
export async function exportFolder(context: Context, folder: string) {
  await createFolder(folder);
  if ((await readdir(folder)).length > 0)
    throw new CommandRefused(`${folder} is not empty. Choose a new folder.`);
  const content = await readContent(context);
  const products = await listWrittenProducts(context.db);
  const jsonFiles = formatJsonFiles(content, products);
  const files = listFiles(content, jsonFiles);
  for (const [name, text] of files) {
    await createFolder(path.dirname(path.join(folder, name)));
    await writeOrRefuse(folder, () => writeFile(path.join(folder, name), text));
  }
  const { originals, missing } = await listOriginals(context, content, jsonFiles);
  for (const original of originals) {
    const source = await findOriginalFile(context, original);
    const target = path.join(folder, original.path);
    await createFolder(path.dirname(target));
    if (source === null) missing.push(original.path);
    else await writeOrRefuse(folder, () => copyFile(source, target));
  }
  return { products: products.length, files: files.length + originals.length, missing };
}

type JsonFiles = Readonly<Record<string, unknown>>;

function formatJsonFiles(content: HomeContentFiles, products: readonly WrittenProduct[]): JsonFiles {
  const files: Record<string, unknown> = { "products.json": products };
  for (const [name, { file: base, key }] of Object.entries<PartFile>(partFiles)) {
    const part = readFields(content)[name];
    const file = `${base}.json`;
    if (part === undefined) continue;
    files[file] = key === undefined ? part : { ...readFields(files[file]), [key]: part };
  }
  return omitAbsent({
    ...files,
    "videos.json": content.videos.map(({ hash: _hash, ...video }) => video),
    "brand.json": formatBrandFiles(content.brand ?? {}).json,
    "rules.json": content.rules && formatRulesFile(content.rules),
  });
}

function listFiles({ brand, texts = {} }: HomeContentFiles, jsonFiles: JsonFiles): [string, string][] {
  const { json: _json, ...drawings } = formatBrandFiles(brand ?? {});
  return [
    ...Object.entries(drawings),
    ...Object.entries(texts).map(([name, text]): [string, string] => [
      `${name.includes("/") ? name : `texts/${name}`}.md`,
      text,
    ]),
    ...Object.entries(jsonFiles).map(([name, part]): [string, string] => [
      name,
      `${JSON.stringify(part, null, 2)}\n`,
    ]),
  ];
}

async function listOriginals(context: Context, content: HomeContentFiles, jsonFiles: JsonFiles) {
  const knownPictures = await readPictures(context.db);
  const pictures = [...new Set(listNames(jsonFiles))].filter((name) => !name.endsWith(".mp4"));
  const missing = pictures.filter((name) => !knownPictures.has(name));
  const originals: Original[] = [
    ...content.videos.map(toVideoOriginal),
    ...pictures.flatMap((name) => knownPictures.get(name) ?? []),
  ];
  return { originals, missing };
}
