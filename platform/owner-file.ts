import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

/** Something the owner should look at: which file, which entry of it, which field, and why. */
export interface FileError {
  file: string;
  /** The slug or the number of the entry; empty for the file as a whole. */
  where: string;
  field: string;
  message: string;
}

/** `products.json, teak-tissue-box, price: is not an amount in rupees.` */
export const formatFileError = ({ file, where, field, message }: FileError): string =>
  `${[file, where, field].filter(Boolean).join(", ")}: ${message}`;

/** What only the owner can vouch for, as a warning: the statements of an entry that wait for a yes. */
export const listUnconfirmed = (file: string, where: string, statements: readonly string[]): FileError[] =>
  statements.map((statement) => ({
    file,
    where,
    field: "toConfirm",
    message: `only you can vouch for "${statement}".`,
  }));

/** Reads one JSON file against its schema; null, with the errors added, when it does not fit. */
export async function readOwnerFile<S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
  errors: FileError[],
): Promise<v.InferOutput<S> | null> {
  const json = await readJson(folder, file, errors);
  if (json === undefined) return null;
  const result = v.safeParse(schema, json, { abortPipeEarly: true });
  if (result.success) return result.output;
  errors.push(...result.issues.map((issue) => toFileError(file, json, issue)));
  return null;
}

async function readJson(folder: string, file: string, errors: FileError[]): Promise<unknown> {
  try {
    const text = await readFile(path.join(folder, file), "utf8");
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (cause) {
    const absent = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const why = cause instanceof Error ? cause.message : String(cause);
    errors.push({ file, where: "", field: "", message: absent ? "is missing." : `cannot be read: ${why}` });
    return undefined;
  }
}

function toFileError(file: string, json: unknown, issue: v.BaseIssue<unknown>): FileError {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const [first = "", ...rest] = keys;
  const inList = Array.isArray(json) && first !== "";
  return {
    file,
    where: inList ? getEntryName(json, Number(first)) : "",
    field: (inList ? rest : keys).join("."),
    message: getIssueMessage(issue),
  };
}

/** What the owner calls an entry: its slug, else its place in the list. */
export function getEntryName(list: readonly unknown[], index: number): string {
  const { slug } = (list[index] ?? {}) as { slug?: unknown };
  return typeof slug === "string" && slug !== "" ? slug : `entry ${index + 1}`;
}

/** valibot reports a missing key as an issue of the object around it, in its own words. */
function getIssueMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== "object" && issue.type !== "loose_object") return issue.message;
  return issue.input === undefined ? "is missing." : "is not written between { and }.";
}
