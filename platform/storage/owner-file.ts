import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { isDay } from "#contract/dates.ts";
import { fromRupees, toRupees } from "#contract/money.ts";
import { parseGrouped } from "#contract/number.ts";
import { readFields, readText } from "#contract/read.ts";
import { isSameText, isWellFormedText, joinTexts, toPrintable } from "#contract/text.ts";

export interface FileError {
  file: string;
  /** The entry (slug or number), row or line with the error; empty for the whole file. */
  where: string;
  field: string;
  message: string;
  /** The content of the spreadsheet cell with the error. */
  cell?: string;
  /** True if the value is a sample that the owner must replace. */
  isSample?: true;
}

/** Returns one line, such as `goods.csv, row 2, Price “cheap”: is not an amount in rupees.` */
export const formatFileError = ({ file, where, field, message, cell = "" }: FileError): string => {
  const place = [file, where, field].filter(Boolean).map(shorten).join(", ");
  const shownCell = cell.length > CELL_SHOWN ? `${cell.slice(0, CELL_SHOWN)}…` : cell;
  return `${joinTexts(" ", place, cell && `“${shownCell}”`)}: ${shorten(message)}`;
};

const CELL_SHOWN = 40;

const ENDS_SHOWN = 700;

/** Leaves out the middle of a long text, because a message may contain a whole cell. */
const shorten = (text: string): string =>
  text.length > 2 * ENDS_SHOWN ? `${text.slice(0, ENDS_SHOWN)} … ${text.slice(-ENDS_SHOWN)}` : text;

export const listUnconfirmed = (file: string, place: string, statements: readonly string[]): FileError[] =>
  statements.map((statement) => ({
    file,
    where: place,
    field: "toConfirm",
    message: `confirm that this is true: "${statement}".`,
  }));

/**
 * Reads a JSON file and validates it. Adds all errors to `errors`. `written` is the parsed JSON, even if it does not
 * match the schema, so that references to its entries can still be checked; undefined if the file cannot be read.
 */
export async function readOwnerFile<S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
  errors: FileError[],
): Promise<{ content: v.InferOutput<S> | null; written: unknown }> {
  const written = await readJson(folder, file, errors);
  return { written, content: written === undefined ? null : checkWritten(file, schema, written, errors) };
}

export const readOptionalFile = async <S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
  errors: FileError[],
): Promise<v.InferOutput<S> | null> =>
  existsSync(path.join(folder, file)) ? (await readOwnerFile(folder, file, schema, errors)).content : null;

export function checkWritten<S extends v.GenericSchema>(
  file: string,
  schema: S,
  content: unknown,
  errors: FileError[],
): v.InferOutput<S> | null {
  const result = v.safeParse(schema, content, { abortPipeEarly: true });
  if (result.success) return result.output;
  errors.push(...result.issues.map((issue) => toFileError(file, content, issue)));
  return null;
}

async function readJson(folder: string, file: string, errors: FileError[]): Promise<unknown> {
  const refuse = (place: string, message: string) =>
    void errors.push({ file, where: place, field: "", message });
  let text: string;
  try {
    text = (await readFile(path.join(folder, file), "utf8")).replace(/^\uFEFF/, "");
  } catch (cause) {
    return refuse("", describeReadError(cause));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const [, reason] = /^(.*?)(?: (?:in|after) JSON at .*|, [".].*)?$/s.exec((cause as Error).message) ?? [];
    return refuse(
      findPlace(text),
      `${toPrintable(reason ?? "")}. Check the quotes, commas and brackets here.`,
    );
  }
}

/** Returns a text to write after the file's name, as in `products.json is missing.` */
export function describeReadError(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return "is missing.";
  return code === "EISDIR" ? "is a folder. Choose a file." : `cannot be read: ${message}`;
}

/** Returns the position of the first syntax error, which the error of `JSON.parse` does not always contain. */
function findPlace(text: string): string {
  let [correct, wrong] = [0, text.length + 1];
  while (wrong - correct > 1) {
    const middle = Math.floor((correct + wrong) / 2);
    if (canBecomeJson(text.slice(0, middle))) correct = middle;
    else wrong = middle;
  }
  const lines = text.slice(0, correct).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** True if the text may be the beginning of valid JSON: `JSON.parse` succeeds, or fails only at the end of the text. */
function canBecomeJson(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (cause) {
    const { message } = cause as Error;
    const [, position] = / in JSON at position (\d+)/.exec(message) ?? [];
    return /^(Unexpected end|Unterminated string)/.test(message) || Number(position) === beginning.length;
  }
}

function toFileError(file: string, json: unknown, issue: v.BaseIssue<unknown>): FileError {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const [first = "", ...otherKeys] = keys;
  const inList = Array.isArray(json) && first !== "";
  return {
    file,
    where: inList ? getEntryName(json, Number(first)) : "",
    field: (inList ? otherKeys : keys).join("."),
    message: getIssueMessage(issue),
  };
}

export function getEntryName(list: readonly unknown[], index: number): string {
  const { slug } = (list[index] ?? {}) as { slug?: unknown };
  return typeof slug === "string" && slug !== "" ? slug : `entry ${index + 1}`;
}

const NOT_IN_BRACES = "must be written between { and }.";

/** Replaces Valibot's default messages for a missing key and for a value that must be an object but is not one. */
function getIssueMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== "object" && issue.type !== "loose_object") return issue.message;
  return issue.input === undefined ? "is missing." : NOT_IN_BRACES;
}

// Schemas for fields of the owner's files. In messages, the field's name comes before the text: "price: is missing."

export const filledText = (message = "is missing.") =>
  v.pipe(v.string(message), v.trim(), v.nonEmpty(message), v.check(isWellFormedText, NOT_STORABLE));

export const NOT_STORABLE = "contains characters that cannot be saved.";

export const shortText = (maxLength: number, message?: string) =>
  v.pipe(filledText(message), v.maxLength(maxLength, `is longer than ${maxLength} characters.`));

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  v.picklist(names, `must be one of these: ${names.join(", ")}.`);

export const yesOrNo = v.pipe(
  v.union([v.boolean(), v.picklist(["yes", "no"])], 'must be "yes" or "no".'),
  v.transform((value) => value === true || value === "yes"),
);

/** Reports all unknown fields; valibot's `strictObject` reports only the first. */
export function strictObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  unknown = "is not a field of this file.",
) {
  const others = v.never(`${unknown} Choose from: ${Object.keys(entries).join(", ")}.`);
  const schema = v.objectWithRest(entries, others, describeMissing);
  // The result type would contain `[field: string]: never` without this cast.
  return schema as unknown as v.ObjectSchema<Entries, typeof describeMissing>;
}

const describeMissing = ({ input }: { input: unknown }): string =>
  input === undefined ? "is missing." : NOT_IN_BRACES;

/** Validates that no two entries of a list have the same text in a field, ignoring case. Reports both entries. */
export const unique = <Entry extends object>(field: string) =>
  v.rawCheck<Entry[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const list = dataset.value;
    const readName = (entry: Entry) => readText(readFields(entry)[field]);
    for (const [key, value] of list.entries()) {
      const name = readName(value);
      if (list.some((other) => other !== value && isSameText(readName(other), name)))
        addIssue({
          message: "is also used by another entry. Enter a different value for each entry.",
          path: [
            { type: "array", origin: "value", input: list, key, value },
            { type: "object", origin: "value", input: readFields(value), key: field, value: name },
          ],
        });
    }
  });

export const optionalText = v.exactOptional(filledText("is empty. Write a text, or leave the line out."));

export const NOT_TEXTS = "is not a list. Write the sentences between [ and ].";

/** A number, or a string that contains one (D94). */
export const numberLike = (message: string) =>
  v.pipe(
    v.union([v.number(), v.string()], message),
    v.transform((value) => (typeof value === "string" ? (parseGrouped(value) ?? Number.NaN) : value)),
    v.finite(message),
  );

export const wholeNumber = (minimum: number, message: string) =>
  v.pipe(numberLike(message), v.safeInteger(message), v.minValue(minimum, message));

const NO_DAY = "is not a date. Enter it as 2026-12-01.";

export const isoDay = v.pipe(v.string(NO_DAY), v.check(isDay, NO_DAY));

const NO_AMOUNT = "is not an amount in rupees. Write a number, such as 1499.50.";

/** An amount of 0 to 1,000,000 rupees. It may have paise as decimals. */
export const rupees = v.pipe(
  v.union([v.number(), v.string()], NO_AMOUNT),
  v.transform((value) => toRupees(fromRupees(value) ?? Number.NaN)),
  v.check((value) => value <= 1_000_000, NO_AMOUNT),
);

export const someRupees = v.pipe(rupees, v.minValue(0.01, NO_AMOUNT));

const NO_MOMENT = "is not a date with time. Write it like 2026-11-12T11:00:00+05:30.";

export const moment = v.pipe(
  v.string(NO_MOMENT),
  v.check(
    (value) => /^[1-9]\d{3}-\d{2}-\d{2}(T|$)/.test(value) && !Number.isNaN(Date.parse(value)),
    NO_MOMENT,
  ),
);

export const NO_LIST = "is not a list. Write its entries between [ and ].";

export const unconfirmedStatements = v.exactOptional(v.array(v.string(), NO_LIST), []);
