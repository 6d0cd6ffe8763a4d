import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, gt, gte, lt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { AHEAD_OF_UTC_MS, toMidnight } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "../context.ts";
import { ROWS_AT_ONCE } from "../database/statement.ts";
import { BYTE_ORDER_MARK, formatCsv } from "../storage/csv.ts";
import {
  type Command,
  CommandRefused,
  type CommandResult,
  defineCommand,
  type ReportProgress,
  UsageError,
  type Confirmed,
  requireConfirmation,
} from "./command.ts";
import { parseMonth } from "./command-values.ts";
import { toWriteRefusal } from "./written-files.ts";

type Row = readonly (string | number)[];

/** A period that includes `from` and excludes `to`. Null means no limit on that side. */
export interface Period {
  from: Date | null;
  to: Date | null;
}

export interface Export {
  name: string;
  /** The singular noun for a row, used in messages. */
  of: string;
  columns: readonly string[];
  /** Yields the rows in chunks. Each chunk is read after the previous one was written. */
  read(context: Context, period: Period): AsyncIterable<readonly Row[]>;
}

/** Creates the command `export`. It writes a list in chunks, so that a long list needs little memory. */
export const createExportCommand = (exports: readonly Export[]): Command =>
  defineCommand({
    noun: "export",
    verb: "",
    reads: true,
    asksPasskey: true,
    summary: "Exports orders, invoices, payments with refunds, or newsletter subscribers to a spreadsheet.",
    args: [
      { name: "what", summary: "the data to export", choices: exports.map(({ name }) => name) },
      { name: "file", summary: "a new .csv file", kind: "new-file" },
    ],
    options: {
      month: { summary: "export only this month, e.g. 2026-11", kind: "month" },
      since: { summary: "export only this day and later, e.g. 2026-11-20", kind: "day" },
    },
    examples: ["export orders orders.csv", "export invoices invoices-2026-11.csv --month 2026-11"],
    async run(context, { args, options, folder, confirmed }, report) {
      const list = exports.find(({ name }) => name === args["what"]);
      if (!list) throw new UsageError("Choose what to export.");
      const file = chooseFile(folder, args["file"], confirmed);
      const count = await writeCsvFile(file, list.columns, list.read(context, parsePeriod(options)), report);
      return { message: `Exported ${formatCount(count, list.of)} to ${file}.`, data: { file, rows: count } };
    },
  });

function parsePeriod({ month, since }: Readonly<Record<string, string | undefined>>): Period {
  if (month !== undefined && since !== undefined)
    throw new UsageError("Choose a month or a first day, not both.");
  if (month !== undefined) return parseMonth(month);
  return { from: since === undefined ? null : toMidnight(since), to: null };
}

/** Returns a result whose message is the CSV. A terminal prints it, and the desk offers it as a download. */
export const printCsv = (rows: readonly Row[]): CommandResult<never> => ({
  message: BYTE_ORDER_MARK + formatCsv(rows),
});

/** @throws CommandRefused if the file has another extension, ConfirmationRequired if it already exists */
export function chooseFile(
  folder: string,
  value = "",
  confirmed: Confirmed = false,
  extension = ".csv",
): string {
  const file = path.resolve(folder, value);
  if (path.extname(file).toLowerCase() !== extension)
    throw new CommandRefused(`Enter a file name that ends in ${extension}${value && `, not ${value}`}.`);
  if (existsSync(file)) requireConfirmation({ confirmed }, `${file} exists already. Replace it?`);
  return file;
}

/**
 * Writes a file that only its owner can read, and returns the number of rows. If writing fails, no file is created.
 * @throws CommandRefused
 */
export async function writeCsvFile(
  file: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  report: ReportProgress = () => {},
): Promise<number> {
  let count = 0;
  async function* write() {
    yield `${BYTE_ORDER_MARK}${formatCsv([columns])}\n`;
    for await (const rows of parts) {
      if (rows.length > 0) yield `${formatCsv(rows)}\n`;
      report("Writing rows", (count += rows.length));
    }
  }
  const unfinished = `${file}.part`;
  try {
    await pipeline(Readable.from(write()), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw toWriteRefusal(file, cause);
  }
  return count;
}

/** A table to export. Its rows are sorted by `key`, a unique column. */
interface ExportedTable<Each> {
  key: PgColumn;
  moment: PgColumn;
  select(condition: SQL | undefined): Promise<Each[]>;
  getKey(row: Each): string;
  toRows(rows: Each[]): readonly Row[] | Promise<readonly Row[]>;
}

export async function* readInParts<Each>(
  { from, to }: Period,
  { key, moment, select, getKey, toRows }: ExportedTable<Each>,
): AsyncGenerator<readonly Row[]> {
  const isWithin = and(
    from === null ? undefined : gte(moment, from),
    to === null ? undefined : lt(moment, to),
  );
  for (let last: string | undefined; ;) {
    const match = await select(and(last === undefined ? undefined : gt(key, last), isWithin));
    yield await toRows(match);
    const end = match.at(-1);
    if (!end || match.length < ROWS_AT_ONCE) return;
    last = getKey(end);
  }
}

/** Formats a time in the shop's time zone: `2026-11-20 17:04`. Returns an empty text for null. */
export const formatMoment = (date: Date | null): string =>
  date === null
    ? ""
    : new Date(date.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 16).replace("T", " ");
