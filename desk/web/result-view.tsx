import Download from "lucide/dist/esm/icons/download.mjs";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError } from "#ui/toast.ts";
import { DeskError, type Done, openFile } from "./desk-calls.ts";
import styles from "./result-view.module.css";

type Result = Extract<Done, { outcome: "done" }>["result"];

/** What came of a command: its words, facts, table and files, or why it was refused. */
export function ResultView({ done }: { done: Done }) {
  if (done.outcome === "confirm") return null;
  if (done.outcome !== "done")
    return (
      <Notice tone="danger">
        {done.message.split("\n").map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    );
  const { title, message, facts, columns, rows, attention } = done.result;
  return (
    <div className={styles.result}>
      {title && <h2 className={styles.title}>{title}</h2>}
      {facts && <Facts facts={facts} />}
      {columns && rows && rows.length > 0 && <Table columns={columns} rows={rows} />}
      {message && (
        <Notice tone={attention ? "danger" : rows || facts ? "info" : "success"}>
          {message.split("\n").map((line, at) => (
            <p key={at}>{done.files ? withoutFolders(line) : line}</p>
          ))}
        </Notice>
      )}
      {done.files && done.task && <Files task={done.task} names={done.files} />}
    </div>
  );
}

/** The desk's own folder says nothing to anybody: the files are below. */
const withoutFolders = (line: string): string => line.replaceAll(/\/\S*\/desk\/[0-9a-f-]{36}\/?/g, "");

const Facts = ({ facts }: { facts: NonNullable<Result["facts"]> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? ""}</dd>
      </div>
    ))}
  </dl>
);

const Table = ({ columns, rows }: { columns: readonly string[]; rows: NonNullable<Result["rows"]> }) => {
  const isNumeric = columns.map((_, at) => rows.every((row) => isNumber(row[at] ?? null)));
  return (
    // Wider than a phone: it is moved sideways, by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label="Result" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" data-numeric={isNumeric[at] || undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {columns.map((column, at) => (
                <td key={column} data-numeric={isNumeric[at] || undefined}>
                  <CellText text={row[at] ?? ""} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const isNumber = (cell: string | number | null): boolean =>
  typeof cell === "number" || cell === null || /^[-−]?₹[\d.,]+$/.test(cell);

/** The number of an order leads to it. */
const CellText = ({ text }: { text: string | number }) =>
  /^TRV-[0-9A-Z]{6}$/.test(String(text)) ? <a href={`/orders/${text}`}>{text}</a> : text;

const Files = ({ task, names }: { task: string; names: readonly string[] }) => (
  <ul className={styles.files}>
    {names.map((name) => (
      <li key={name}>
        <Button
          variant="secondary"
          onClick={() =>
            void openFile(task, name).catch((cause: unknown) => {
              if (!(cause instanceof DeskError)) throw cause;
              toastError(cause.message);
            })
          }
        >
          <Icon of={Download} size={18} strokeWidth={1.5} /> {name}
        </Button>
      </li>
    ))}
  </ul>
);
