import { useEffect, useRef } from "react";
import Download from "lucide/dist/esm/icons/download.mjs";
import { splitOrderNumbers } from "#contract/order-number.ts";
import { saveFile } from "#client/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError } from "#ui/toast.ts";
import { drawUnbroken, Unbroken } from "#ui/unbroken.tsx";
import { DataTable } from "./data-table.tsx";
import { type CommandOutput, type FinishedRun, getMessage, getPrintedCsv, openFile } from "./desk-calls.ts";
import styles from "./result-view.module.css";
import { Acts } from "./screen-parts.tsx";

interface ResultViewProps {
  done: FinishedRun;
  csvName?: string;
  /** True to fold the facts below the title, because the title already contains the result. */
  isBrief?: boolean;
}

export function ResultView({ done, csvName = "report.csv", isBrief = false }: ResultViewProps) {
  if (done.outcome === "confirm" || done.outcome === "passkey") return null;
  if (done.outcome !== "done") return <Refusal of={done} />;
  const csv = getPrintedCsv(done);
  const { title, message, facts, columns, rows, attention } = done.result;
  const lines = message && csv === null ? message.split("\n").map(withoutFolders) : [];
  return (
    <div className={styles.result}>
      {title && <h2 className={styles.title}>{withoutFolders(title)}</h2>}
      {facts &&
        (isBrief && title ? (
          <Disclosure summary="Details">
            <Facts facts={facts} />
          </Disclosure>
        ) : (
          <Facts facts={facts} />
        ))}
      {columns && rows && rows.length > 0 && <ResultTable title="Result" {...{ columns, rows }} />}
      {csv !== null && (
        <Acts>
          <Button variant="secondary" onClick={() => saveFile(new Blob([csv]), csvName)}>
            <Icon of={Download} size={18} /> {csvName}
          </Button>
        </Acts>
      )}
      {lines.length > MAX_NOTICE_LINES ? (
        <ul className={styles.lines}>
          {joinContinued(lines).map((line, at) => (
            <li key={at}>
              <LinkedLine text={line} />
            </li>
          ))}
        </ul>
      ) : (
        lines.length > 0 && (
          <Notice tone={attention ? "danger" : rows || facts ? "info" : "success"}>
            {lines.map((line, at) => (
              <p key={at}>
                <Unbroken text={line} />
              </p>
            ))}
          </Notice>
        )
      )}
      {done.files && done.task && <Files task={done.task} names={done.files} />}
    </div>
  );
}

/** Joins a line that begins with spaces to the line above, because it is about the same order. */
const joinContinued = (lines: readonly string[]): string[] =>
  lines
    .join("\n")
    .replaceAll(/\n +/g, "\n\t")
    .split(/\n(?!\t)/)
    .map((line) => line.replaceAll("\t", ""));

/** A text whose order numbers are links. */
const LinkedLine = ({ text }: { text: string }) =>
  splitOrderNumbers(text).map((part, at) =>
    at % 2 === 0 ? (
      withWholeNumbers(part)
    ) : (
      <a key={at} href={`/orders/${part}`} className={styles.order}>
        {part}
      </a>
    ),
  );

/** Shows why a command was refused. Gets the focus, so that it scrolls into view above a bar at the bottom. */
function Refusal({ of }: { of: { message: string } }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [of]);
  return (
    <Notice tone="danger" ref={notice} tabIndex={-1}>
      {of.message.split("\n").map((line) => (
        <p key={line}>
          <Unbroken text={withoutFolders(line)} />
        </p>
      ))}
    </Notice>
  );
}

/** The maximum number of lines in a notice. A longer message, such as a pick list, is shown as a list. */
const MAX_NOTICE_LINES = 3;

/** Removes the paths of the desk's folders from a line, because the files are linked below the message. */
const withoutFolders = (line: string): string =>
  line.replaceAll(/\/\S*\/desk\/(?:[\w-]+\/)?[0-9a-f]{8}-[0-9a-f-]{27}\/?/g, "");

const Facts = ({ facts }: { facts: NonNullable<CommandOutput["facts"]> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? ""}</dd>
      </div>
    ))}
  </dl>
);

interface ResultTableProps {
  title: string;
  columns: readonly string[];
  rows: NonNullable<CommandOutput["rows"]>;
}

export function ResultTable({ title, ...result }: ResultTableProps) {
  const { columns, rows } = pickColumns(result);
  const numeric = columns.filter((_, at) => rows.every((row) => isNumber(row[at] ?? null)));
  const isWide = columns.length > MAX_COLUMNS;
  const isOfTexts = !isWide && columns.length - numeric.length > MAX_TEXTS;
  return (
    <DataTable
      title={title}
      columns={columns}
      numeric={numeric}
      isDense
      isWide={isWide}
      isWordy={isOfTexts || rows.flat().some(isSentence)}
      rows={rows.map((row, line) => ({
        key: String(line),
        cells: columns.map((column, at) => <CellText key={column} text={row[at] ?? ""} />),
      }))}
    />
  );
}

const isSentence = (cell: string | number | null): boolean => String(cell ?? "").length > 60;

/** A table with more columns than this scrolls sideways. */
const MAX_COLUMNS = 5;

/** On a phone, the rows of a table with more columns of text than this are shown as lists, so that words fit. */
const MAX_TEXTS = 2;

type Columns = Omit<ResultTableProps, "title">;

function pickColumns({ columns, rows }: Columns): Columns {
  // An id is for the command line. On screens the name and its link are enough.
  const isId = (column: string) => column === "Id" || (column === "Product" && columns.includes("Title"));
  const isFilled = columns.map((column, at) => !isId(column) && rows.some((row) => (row[at] ?? "") !== ""));
  return {
    columns: columns.filter((_, at) => isFilled[at]),
    rows: rows.map((row) => row.filter((_, at) => isFilled[at])),
  };
}

const isNumber = (cell: string | number | null): boolean =>
  typeof cell === "number" || cell === null || /^([-−]?₹[\d.,]+)?$/.test(cell);

function CellText({ text }: { text: string | number }) {
  const line = <LinkedLine text={String(text)} />;
  return isSentence(text) ? <div className={styles.sentence}>{line}</div> : line;
}

/** Keeps long numbers, such as tracking numbers, on one line. */
const withWholeNumbers = (text: string) => drawUnbroken(text.split(/(\S*\d{6}\S*)/));

export const Files = ({ task, names }: { task: string; names: readonly string[] }) => (
  <ul className="row wrap gap-3">
    {names.map((name) => (
      <li key={name}>
        <Button
          variant="secondary"
          onClick={() => void openFile(task, name).catch((cause: unknown) => toastError(getMessage(cause)))}
        >
          <Icon of={Download} size={18} /> {name}
        </Button>
      </li>
    ))}
  </ul>
);
