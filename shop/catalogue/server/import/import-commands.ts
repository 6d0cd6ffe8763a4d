import path from "node:path";
import { formatCount } from "#contract/text.ts";
import { defineCommand, CommandRefused, type CommandResult, YesNeeded } from "#platform/operator/command.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-folder.ts";
import { checkOwnerFiles, isCsv } from "../owner-folder/check-owner-files.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { importCatalogue, importCsvList, type ImportOptions } from "./import-catalogue.ts";

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
  run: async (context, { args, folder: here }) =>
    formatWarnings(
      "The catalogue is in order.",
      await refuseWithErrors(checkOwnerFiles(context, chooseFolder(args["folder"], here, context.config))),
    ),
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
  options: { "keep-others": { summary: "products that are not in the list stay in the shop", flag: true } },
  examples: [
    "products import",
    "products import new-prices.csv --keep-others",
    "products import goods.csv --yes",
  ],
  async run(context, { args, options, folder: here, confirmed }, progress) {
    const place = chooseFolder(args["list"], here, context.config);
    const how: ImportOptions = {
      ...(progress && { onProgress: progress }),
      keepOthers: options["keep-others"] !== undefined,
      onLeaving: confirmed ? () => {} : askAboutLeaving,
    };
    if (!isCsv(place) && place !== context.config.catalogueDir) {
      throw new CommandRefused(
        `The shop takes its pictures from ${context.config.catalogueDir}. Put your files there, or start it with another CATALOGUE_DIR; here you may name a .csv file.`,
      );
    }
    const { warnings, ...counts } = await refuseWithErrors(
      isCsv(place) ? importCsvList(context, place, how) : importCatalogue(context, place, how),
    );
    await refreshSnapshot(context);
    return {
      ...formatWarnings("The catalogue is in the shop.", warnings),
      facts: { ...counts },
      data: { ...counts, warnings },
    };
  },
});

function askAboutLeaving(ids: readonly string[]): void {
  const some = ids.slice(0, 5).join(", ");
  throw new YesNeeded(
    `${formatCount(ids.length, "product")} ${ids.length === 1 ? "is" : "are"} not in the list and will leave the shop: ${some}${ids.length > 5 ? ", …" : ""}. Go on?`,
  );
}

const chooseFolder = (given: string | undefined, here: string, config: { catalogueDir: string }): string =>
  given === undefined ? config.catalogueDir : path.resolve(here, given);

async function refuseWithErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const isExpected = cause instanceof CatalogueErrors || cause instanceof StorageFailure;
    throw isExpected ? new CommandRefused(cause.message) : cause;
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
const REMARKS_SHOWN = 100;
