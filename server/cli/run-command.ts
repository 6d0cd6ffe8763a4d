import { createInterface } from "node:readline/promises";
import { describeRefusal } from "#contract/field-labels.ts";
import type { Cell } from "#platform/operator/command.ts";
import type { TypedCommand, OperatorProgress, OperatorReply } from "#platform/operator/protocol.ts";
import { SingleBar } from "cli-progress";

/** `refused` also means that a command failed or found something for the owner to do. Ctrl-C gives `interrupted`. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notRunning: 3, interrupted: 130 } as const;

export const exitCodeMessages =
  "Exit codes: 0 if the command was done, 1 if it was refused, failed or found something for you to do,\n" +
  "2 if the command line is not valid, 3 if the shop is not running.";

export function printError(message: string, code: number, asJson: boolean): number {
  const text = asJson ? JSON.stringify({ error: { message, exitCode: code } }, null, 2) : message;
  process.stderr.write(`${text}\n`);
  return code;
}

type Result = Extract<OperatorReply, { outcome: "done" }>["result"];

export function formatReply(
  reply: Exclude<OperatorReply, { outcome: "confirm" }>,
  asJson: boolean,
  nameField: (name: string) => string,
): { code: number; text: string } {
  if (reply.outcome === "done") {
    const { result } = reply;
    return {
      code: result.attention ? exitCodes.refused : exitCodes.done,
      text: asJson ? JSON.stringify(toPlainData(result), null, 2) : formatResult(result),
    };
  }
  const isUsage = reply.outcome === "usage" || reply.outcome === "unknown";
  const code = isUsage ? exitCodes.usage : exitCodes.refused;
  return { code, text: describeRefusal(reply, nameField) };
}

function formatResult({ title, facts, columns, rows, message: text }: Result): string {
  const parts = [
    title,
    facts && formatFacts(facts),
    columns && rows && rows.length > 0 && formatTable(columns, rows),
    text,
  ];
  return parts.filter(Boolean).join("\n\n");
}

function toPlainData({ data, facts, columns, rows, message }: Result): unknown {
  if (data !== undefined) return data;
  if (facts) return facts;
  if (!rows && message !== undefined) return { message };
  return (rows ?? []).map((row) =>
    Object.fromEntries((columns ?? []).map((name, index) => [name, row[index] ?? null])),
  );
}

function formatFacts(entries: Readonly<Record<string, Cell>>): string {
  const widest = Math.max(...Object.keys(entries).map(measureWidth));
  return Object.entries(entries)
    .map(([name, value]) => `${padText(name, widest)}  ${toPrintable(value)}`)
    .join("\n");
}

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

/** Returns the text of a cell on one line, without characters that control the terminal. */
const toPrintable = (cell: Cell): string =>
  String(cell ?? "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}|\p{Cf}/gu, "");

const isNumeric = (cell: Cell): boolean =>
  typeof cell === "number" || cell === null || /^[-−]?₹[\d.,]+$/.test(cell);

/** Splits a text into visible characters. A letter with a combining accent is one character. */
const graphemes = new Intl.Segmenter();

const measureWidth = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : Array.from(graphemes.segment(text)).length;

const padText = (text: string, width: number, right: boolean | undefined = false): string => {
  const space = " ".repeat(Math.max(0, width - measureWidth(text)));
  return right ? space + text : text + space;
};

export type SendCommand = (
  command: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
) => Promise<OperatorReply>;

/** Asks for confirmation if necessary. Returns the exit code. */
export async function runAndPrint(
  send: SendCommand,
  command: TypedCommand,
  asJson: boolean,
  nameField: (name: string) => string,
): Promise<number> {
  const bar = createProgressBar();
  const reply = await send(command, bar.show).finally(bar.end);
  if (reply.outcome === "confirm")
    return (await askToConfirm(reply, asJson))
      ? runAndPrint(send, { ...command, confirmed: reply.question }, asJson, nameField)
      : exitCodes.refused;
  const { code, text } = formatReply(reply, asJson, nameField);
  if (reply.outcome !== "done") return printError(text, code, asJson);
  process.stdout.write(`${text}\n`);
  return code;
}

type Question = Extract<OperatorReply, { outcome: "confirm" }>;

async function askToConfirm({ question, columns, rows }: Question, asJson: boolean): Promise<boolean> {
  if (!process.stdin.isTTY) {
    printError(`${question} Nothing was done. To confirm, add --yes.`, exitCodes.refused, asJson);
    return false;
  }
  if (columns && rows) process.stderr.write(`${formatTable(columns, rows)}\n\n`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(reply.trim());
}

/** Shows nothing if the output is a file or a pipe. */
function createProgressBar(): { show(progress: OperatorProgress): void; end(): void } {
  const bar = new SingleBar({
    format: "{bar} {value}/{total}  {label}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    forceRedraw: true,
    stream: process.stderr,
  });
  let isUp = false;
  return {
    show({ progress: label, done = 0, of = 1 }) {
      if (!process.stderr.isTTY) return;
      if (!isUp) bar.start(of, done, { label });
      else {
        bar.setTotal(of);
        bar.update(done, { label });
      }
      isUp = true;
    },
    end() {
      if (isUp) bar.stop();
    },
  };
}
