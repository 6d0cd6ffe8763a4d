import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { type listColumns, type ListPurpose, listPurposes } from "#shop/parcels/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { SelectField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { BookingForm } from "./booking-form.tsx";
import { CommandForm } from "./command-form.tsx";
import { focusAtFirst } from "./focus-field.tsx";
import type { FieldGroup } from "./form-groups.tsx";
import { type DeskError, type FinishedRun, upload, view } from "./desk-calls.ts";
import { readText, type Values } from "./form-values.ts";
import styles from "./parcels-form.module.css";
import { ResultTable, ResultView } from "./result-view.tsx";
import { Acts, ToggleGroup, ViewState } from "./screen-parts.tsx";
import { undoChanges } from "./toast-done.ts";
import { findCommand, useCommands } from "./use-view.ts";

/** `book`: makes a list for the courier. The other purposes read a list from the courier. */
type Purpose = "book" | ListPurpose;

type ListColumns = DataOf<typeof listColumns>;

type Content = ListColumns["contents"][number];

const PURPOSES = { book: "To book", dispatch: "Dispatched", deliver: "Delivered", settle: "Cash paid" };

const COMMANDS = {
  book: "orders addresses",
  dispatch: "orders dispatch",
  deliver: "orders deliver",
  settle: "orders settle",
};

const BUTTONS = { dispatch: "Mark as dispatched", deliver: "Mark as delivered", settle: "Record as paid" };

const readColumns = ({ columns }: Values): string => readText(columns);

const GROUPS: readonly FieldGroup[] = [
  { title: "", names: ["from", "as", "amount"] },
  {
    title: "",
    names: ["courier"],
    isShown: (values) => readColumns(values).includes("courier=none"),
  },
];

/** Imports the other rows if some have errors. The preview lists the skipped rows. */
const SKIP_FAULTY = { "skip-faulty": "on" };

export function CouriersList({ first, onClose }: { first?: Purpose | undefined; onClose: () => void }) {
  const { data: commands = [] } = useCommands();
  const purposes = (["book", ...listPurposes] as const).filter((name) =>
    findCommand(commands, COMMANDS[name]),
  );
  const [purpose = purposes[0] ?? "book", setPurpose] = useState(first);
  const [imported, setImported] = useState<FinishedRun | null>(null);
  if (imported) {
    const undo = imported.outcome === "done" ? imported.undo : undefined;
    return (
      <div className={styles.parcels}>
        <div role="status">
          <ListResult done={imported} />
        </div>
        <Acts>
          <Button ref={focusAtFirst} onClick={onClose}>
            Close
          </Button>
          <Button variant="secondary" onClick={() => setImported(null)}>
            Import another list
          </Button>
          {undo && (
            <Button
              variant="quiet"
              onClick={() => {
                void undoChanges(undo);
                onClose();
              }}
            >
              Undo
            </Button>
          )}
        </Acts>
      </div>
    );
  }
  return (
    <div className={styles.parcels}>
      {purposes.length > 1 && (
        <ToggleGroup<string>
          label="Contents of the list"
          choices={Object.fromEntries(purposes.map((name) => [name, PURPOSES[name]]))}
          chosen={purpose}
          onChange={(name) => setPurpose(name as Purpose)}
        />
      )}
      {purpose === "book" ? (
        <BookingForm
          onClose={onClose}
          onNext={purposes.includes("dispatch") ? () => setPurpose("dispatch") : undefined}
        />
      ) : (
        <CommandForm
          key={purpose}
          name={COMMANDS[purpose]}
          known={SKIP_FAULTY}
          groups={GROUPS}
          needed={["from", "courier"]}
          hints={{
            from: "the list that you got from the courier, as an Excel (.xlsx) or CSV file",
            courier: "of all parcels in the list",
            amount: "that arrived in your bank, to compare it with the list",
          }}
          label={BUTTONS[purpose]}
          below={{ from: drawColumns(purpose) }}
          asksBelow={(values) => readColumns(values) !== ""}
          isQuiet
          onDone={setImported}
        />
      )}
    </div>
  );
}

function ListResult({ done }: { done: FinishedRun }) {
  if (done.outcome !== "done") return <ResultView done={done} />;
  const { message = "", columns, rows } = done.result;
  const [what, ...skipped] = message.split("\n");
  return (
    <div className={styles.parcels}>
      <Notice tone={/^[1-9]/.test(message) ? "success" : "info"}>{what}</Notice>
      {skipped.length > 0 && <Notice tone="warning">{skipped.join(" ")}</Notice>}
      {columns && rows && <ResultTable title="Skipped rows" {...{ columns, rows }} />}
    </div>
  );
}

const drawColumns = (purpose: ListPurpose) => (values: Values, fill: ColumnsProps["fill"]) =>
  values["from"]?.[0] instanceof File && (
    <Columns file={values["from"][0]} columns={readColumns(values)} {...{ purpose, fill }} />
  );

/** The value of the choices "Not in the list" and, for the courier, "The same for all parcels". */
const NONE = "none";

const isRecognised = ({ name, needed, column }: Content): boolean =>
  column !== null || !needed || name === "courier";

interface ColumnsProps {
  file: File;
  purpose: ListPurpose;
  /** The option `columns` of the command. Each line names a kind of content and its column, such as `order=1`. */
  columns: string;
  fill: (values: Values) => void;
}

function Columns({ file, purpose, columns, fill }: ColumnsProps) {
  const { data, error, isLoading } = useQuery<ListColumns, DeskError>({
    queryKey: ["columns", purpose, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => {
      const files = { "@list": [await upload(file)] };
      return view({ noun: "orders", verb: "columns", options: { for: purpose }, files }, { signal });
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  // Without `listColumns`, clears the columns of the previous file.
  const fillRecognised = useEffectEvent((listColumns?: ListColumns) =>
    fill({
      columns: formatColumns(listColumns?.contents ?? [], (content) =>
        isRecognised(content) ? String(content.column ?? NONE) : "",
      ),
      courier: listColumns?.courier ?? "",
    }),
  );
  useEffect(() => fillRecognised(data), [data]);
  if (!data) return <ViewState {...{ error, isLoading }} doing="Reading the list" />;
  const picked = new Map(columns.split("\n").map((line) => line.split("=") as [string, string]));
  const drawField = (content: Content) => (
    <ColumnField
      key={content.name}
      content={content}
      columns={data.columns}
      value={picked.get(content.name) ?? ""}
      onChange={(column) => {
        picked.set(content.name, column);
        fill({ columns: formatColumns(data.contents, ({ name }) => picked.get(name) ?? "") });
      }}
    />
  );
  const unknown = data.contents.filter((content) => !isRecognised(content));
  return (
    <div className={styles.parcels}>
      {unknown.length > 0 && (
        <p>Choose a column for each field. Lists with the same headings will use these columns again.</p>
      )}
      {unknown.map(drawField)}
      <Disclosure summary={unknown.length > 0 ? "Other columns" : "Recognised columns"}>
        <div className={styles.parcels}>{data.contents.filter(isRecognised).map(drawField)}</div>
      </Disclosure>
    </div>
  );
}

const formatColumns = (contents: readonly Content[], getColumn: (content: Content) => string): string =>
  contents.map((content) => `${content.name}=${getColumn(content)}`).join("\n");

const CONTENT_LABELS: Readonly<Record<Content["name"], string>> = {
  order: "Order number",
  courier: "Name of the courier",
  number: "Tracking number",
  link: "Link to the tracking page",
  status: "Status of the parcel",
  date: "Day of the delivery",
  amount: "Amount collected",
};

interface ColumnFieldProps {
  content: Content;
  columns: ListColumns["columns"];
  value: string;
  onChange: (column: string) => void;
}

/** The maximum length of a choice in the list. On a phone, a longer text does not fit into the field. */
const LONGEST_CHOICE = 32;

const shorten = (text: string): string =>
  text.length > LONGEST_CHOICE ? `${text.slice(0, LONGEST_CHOICE - 1)}…` : text;

function ColumnField({ content: { name, needed }, columns, value, onChange }: ColumnFieldProps) {
  const { examples = [] } = columns[Number(value) - 1] ?? {};
  const hint =
    value === NONE && name === "status"
      ? "Without this column, all parcels in the list are marked as dispatched or delivered."
      : examples.length > 0 && `For example ${examples.join(", ")}`;
  return (
    <SelectField
      label={CONTENT_LABELS[name]}
      hint={hint}
      required={needed}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {value === "" && <option value="">Choose a column</option>}
      {name === "courier" && <option value={NONE}>The same for all parcels</option>}
      {!needed && <option value={NONE}>Not in the list</option>}
      {columns.map(({ heading, examples: [example] }, at) => (
        <option key={at} value={at + 1}>
          {shorten([heading || `Column ${at + 1}`, example].filter(Boolean).join(" · "))}
        </option>
      ))}
    </SelectField>
  );
}
