import { formatDateTime } from "#contract/dates.ts";
import { toLabel } from "#contract/field-labels.ts";
import { formatRupeesGrouped, toRupees } from "#contract/money.ts";
import type { Cell } from "./command.ts";
import { formatMoment, printCsv } from "./export-csv.ts";

/** A value of a record. Fields whose names end in `Paise` contain amounts. */
type Value = Cell | undefined | Date | boolean | readonly string[];

type Records<Field extends string> = readonly Readonly<Record<NoInfer<Field>, Value>>[];

/** The headings of columns, if they are not the labels of the fields. */
type Headings = Readonly<Record<string, string>>;

/** Returns the columns and rows of a result, with a row for each record and a column for each of the fields. */
export const toTable = <Field extends string>(
  records: Records<Field>,
  fields: readonly Field[],
  headings?: Headings,
) => ({
  columns: listHeadings(fields, headings),
  rows: records.map((record) => fields.map((field) => toCell(field, record[field]))),
});

/** Returns the same table as a result whose message is the CSV. */
export const toCsv = <Field extends string>(
  records: Records<Field>,
  fields: readonly Field[],
  headings?: Headings,
) => printCsv([listHeadings(fields, headings), ...records.map((record) => toCsvRow(record, fields))]);

const listHeadings = (fields: readonly string[], headings: Headings = {}): string[] =>
  fields.map((field) => headings[field] ?? toLabel(field.replace(/(At|Paise)$/, "")));

/** Returns the facts of a result. Omits empty values, false and null. */
export const toFacts = (values: Readonly<Record<string, Value>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === false || (value ?? "") === "" ? [] : [[name, String(toCell(name, value))]],
    ),
  );

function toCell(field: string, value: Value): Cell {
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return field.endsWith("Paise") ? formatRupeesGrouped(value) : value;
  return typeof value === "object" && value !== null ? value.join(", ") : (value ?? null);
}

/** Returns the cells of a record in a CSV file. Numbers have two decimals there, so only amounts are numbers. */
export const toCsvRow = (
  record: Readonly<Record<string, Value>>,
  fields: readonly string[] = Object.keys(record),
): (string | number)[] =>
  fields.map((field) => {
    const value = record[field];
    if (value instanceof Date) return formatMoment(value);
    if (typeof value === "number" && field.endsWith("Paise")) return toRupees(value);
    return String(toCell(field, value) ?? "");
  });
