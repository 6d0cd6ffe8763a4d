import type { OperatorReply } from "#platform/operator/protocol.ts";
import type { Cell } from "#platform/operator/command.ts";

/** The result of a command, as received over the socket. */
type Result = Extract<OperatorReply, { outcome: "done" }>["result"];

/**
 * Formats a result for people: title, facts, table and message, separated by empty lines; missing parts are left out.
 */
export function formatResult({ title, facts, columns, rows, message: text }: Result): string {
  const parts = [
    title,
    facts && formatFacts(facts),
    columns && rows && rows.length > 0 && formatTable(columns, rows),
    text,
  ];
  return parts.filter(Boolean).join("\n\n");
}

/** Formats a result for programs: its data, otherwise its facts, otherwise its rows by column name. */
export function toPlainData({ data, facts, columns, rows }: Result): unknown {
  if (data !== undefined) return data;
  if (facts) return facts;
  return (rows ?? []).map((row) =>
    Object.fromEntries((columns ?? []).map((name, index) => [name, row[index] ?? null])),
  );
}

function formatFacts(facts: Readonly<Record<string, Cell>>): string {
  const widest = Math.max(...Object.keys(facts).map(measureWidth));
  return Object.entries(facts)
    .map(([name, value]) => `${padText(name, widest)}  ${toPrintable(value)}`)
    .join("\n");
}

/** Numbers and amounts are aligned right. */
function formatTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = columns.map((name, at) =>
    rows.reduce(
      (widest, row) => Math.max(widest, measureWidth(toPrintable(row[at] ?? null))),
      measureWidth(name),
    ),
  );
  const numeric = columns.map((_, at) => rows.every((row) => isNumeric(row[at] ?? null)));
  const line = (cells: readonly Cell[]) =>
    columns
      .map((_, at) => padText(toPrintable(cells[at] ?? null), widths[at] ?? 0, numeric[at]))
      .join("  ")
      .trimEnd();
  return [line(columns), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/** Puts a cell on one line, without characters that control the terminal. */
const toPrintable = (cell: Cell): string =>
  String(cell ?? "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}|\p{Cf}/gu, "");

const isNumeric = (cell: Cell): boolean =>
  typeof cell === "number" || cell === null || /^[-−]?₹[\d.,]+$/.test(cell);

/** Counts letters as readers do: a combining accent does not count. */
const graphemes = new Intl.Segmenter();

const measureWidth = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : Array.from(graphemes.segment(text)).length;

const padText = (text: string, width: number, right: boolean | undefined = false): string => {
  const space = " ".repeat(Math.max(0, width - measureWidth(text)));
  return right ? space + text : text + space;
};
