import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { type listColumns, listPurposes } from "#shop/parcels/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { type DeskError, type FinishedRun, getMessage, run, upload, view } from "./desk-calls.ts";
import { DialogButton } from "./dialog-button.tsx";
import { toLabel, toScreenWords } from "./labels.ts";
import { LAST_COURIER } from "./parcels-form.tsx";
import styles from "./parcels-form.module.css";
import { ResultView } from "./result-view.tsx";
import { useLeaveWarning } from "./router.ts";
import { Acts, ToggleGroup, ViewState } from "./screen-parts.tsx";
import { useCouriers } from "./use-couriers.ts";
import { findCommand, refreshViews, useCommands } from "./use-view.ts";
import { FileField } from "./word-field.tsx";

type Purpose = (typeof listPurposes)[number];

type ListColumns = DataOf<typeof listColumns>;

type Content = ListColumns["contents"][number];

const PURPOSES = { dispatch: "Dispatched", deliver: "Delivered", settle: "Cash paid" };

const BUTTONS = { dispatch: "Mark as dispatched", deliver: "Mark as delivered", settle: "Record as paid" };

export const CouriersLists = () => (
  <DialogButton label="Couriers’ lists" title="A courier’s list" size="wide">
    {(close) => <CouriersList onClose={close} />}
  </DialogButton>
);

/** Imports a courier's list. The user enters what unknown columns contain, and confirms the shown changes. */
export function CouriersList({ onClose }: { onClose: () => void }) {
  const { data: commands = [] } = useCommands();
  const purposes = listPurposes.filter((name) => findCommand(commands, `orders ${name}`));
  const [purpose, setPurpose] = useState<Purpose>("dispatch");
  const { chosen, choose } = useUploadedList();
  const [imported, setImported] = useState<FinishedRun | null>(null);
  useLeaveWarning(chosen !== null && imported === null);
  if (imported)
    return (
      <Imported
        reply={imported}
        onClose={onClose}
        onAgain={() => {
          choose([]);
          setImported(null);
        }}
      />
    );
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
      <FileField
        word={{ name: "list", required: true, many: undefined, kind: "file" }}
        label="File"
        hint="The list that you got from the courier, as CSV"
        error={chosen?.error}
        files={chosen ? [chosen.file] : []}
        onChange={choose}
      />
      {chosen?.id && (
        <UploadedList key={`${chosen.id} ${purpose}`} id={chosen.id} purpose={purpose} onDone={setImported} />
      )}
    </div>
  );
}

interface ChosenList {
  file: File;
  id?: string;
  error?: string;
}

function useUploadedList() {
  const [chosen, setChosen] = useState<ChosenList | null>(null);
  const choose = ([file]: readonly File[]) => {
    setChosen(file ? { file } : null);
    if (!file) return;
    const finish = (uploaded: Omit<ChosenList, "file">) =>
      setChosen((now) => (now?.file === file ? { file, ...uploaded } : now));
    upload(file).then(
      (id) => finish({ id }),
      (cause: unknown) => finish({ error: getMessage(cause) }),
    );
  };
  return { chosen, choose };
}

interface UploadedListProps {
  id: string;
  purpose: Purpose;
  onDone: (reply: FinishedRun) => void;
}

function UploadedList({ id, purpose, onDone }: UploadedListProps) {
  const { data, error, isLoading } = useQuery<ListColumns, DeskError>({
    queryKey: ["columns", id, purpose],
    queryFn: ({ signal }) =>
      view(
        { noun: "orders", verb: "columns", options: { for: purpose }, files: { "@list": [id] } },
        { signal },
      ),
  });
  return data ? (
    <ListForm {...{ id, purpose, data, onDone }} />
  ) : (
    <ViewState {...{ error, isLoading }} doing="Reading the list" />
  );
}

/** No column has this content. The courier is then the same for all parcels. */
const NONE = "none";

const formatColumn = ({ column }: Content): string => (column === null ? NONE : String(column));

const isRecognised = ({ name, needed, column }: Content): boolean =>
  column !== null || !needed || name === "courier";

function ListForm({ id, purpose, data, onDone }: UploadedListProps & { data: ListColumns }) {
  const { contents, columns } = data;
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      contents.map((content) => [content.name, isRecognised(content) ? formatColumn(content) : ""]),
    ),
  );
  const [courier, setCourier] = useState(data.courier ?? localStorage.getItem(LAST_COURIER) ?? "");
  const [reference, setReference] = useState("");
  const [skipsRows, setSkipsRows] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const asksCourier = picked["courier"] === NONE;
  const isComplete =
    contents.every(({ name }) => picked[name] !== "") &&
    (!asksCourier || courier.trim() !== "") &&
    (purpose !== "settle" || reference.trim() !== "");
  const named = contents.flatMap((content) => {
    const column = picked[content.name] ?? "";
    return column === formatColumn(content) || column === "" ? [] : [`${content.name}=${column}`];
  });
  const options = {
    ...(named.length > 0 && { columns: named.join("\n") }),
    ...(asksCourier && { courier: courier.trim() }),
    ...(purpose === "settle" && { as: reference.trim() }),
    ...(skipsRows && { "skip-faulty": "on" }),
  };
  const command = { noun: "orders", verb: purpose, args: {}, options, files: { from: [id] } };
  const { preview, setReply } = usePreview(command, isComplete);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (preview?.outcome !== "confirm") return;
    if (asksCourier) localStorage.setItem(LAST_COURIER, courier.trim());
    setProgress("");
    const reply = await run({ ...command, confirmed: preview.question }, (line) => {
      if ("progress" in line) setProgress(line.of ? `${line.done ?? 0} of ${line.of}` : line.progress);
    }).catch(toRefusal);
    setProgress(null);
    refreshViews();
    if (reply.outcome === "done") onDone(reply);
    else setReply(reply);
  };
  const fields = contents.map((content) => (
    <ColumnField
      key={content.name}
      content={content}
      columns={columns}
      value={picked[content.name] ?? ""}
      onChange={(column) => setPicked((now) => ({ ...now, [content.name]: column }))}
    />
  ));
  return (
    <form className={styles.parcels} onSubmit={(event) => void submit(event)} aria-busy={progress !== null}>
      {contents.every(isRecognised) ? (
        <Disclosure summary={describeRead(contents, columns)}>
          <div className={styles.parcels}>{fields}</div>
        </Disclosure>
      ) : (
        <>
          <p>
            Choose the column for each of these. The shop remembers your choice for lists with the same
            headings.
          </p>
          {fields.filter((_, at) => contents[at]?.needed)}
          {contents.some(({ needed }) => !needed) && (
            <Disclosure summary="Other columns">
              <div className={styles.parcels}>{fields.filter((_, at) => !contents[at]?.needed)}</div>
            </Disclosure>
          )}
        </>
      )}
      {asksCourier && <CourierField value={courier} onChange={setCourier} />}
      {purpose === "settle" && (
        <TextField
          label={toLabel("as")}
          hint="The reference of the payment in your bank, such as its UTR"
          value={reference}
          required
          autoComplete="off"
          onChange={(event) => setReference(event.target.value)}
        />
      )}
      <div role="status" aria-busy={isComplete && preview === null}>
        {isComplete && preview && <Preview reply={preview} />}
      </div>
      {((preview && isRefused(preview)) || skipsRows) && (
        <Checkbox
          label="Skip rows with errors, and import the others"
          checked={skipsRows}
          onChange={(event) => setSkipsRows(event.target.checked)}
        />
      )}
      <Acts>
        <Button type="submit" busy={progress !== null} disabled={preview?.outcome !== "confirm"}>
          {BUTTONS[purpose]}
        </Button>
        {progress}
      </Acts>
    </form>
  );
}

const CONTENT_LABELS: Readonly<Record<Content["name"], string>> = {
  order: "Order number",
  courier: "Courier",
  number: "Tracking number",
  link: "Link to the tracking page",
  status: "Status of the parcel",
  amount: "Amount collected",
};

function describeRead(contents: ListColumns["contents"], columns: ListColumns["columns"]): string {
  const read = contents.flatMap(({ name, column }) =>
    column === null ? [] : [`${CONTENT_LABELS[name].toLowerCase()}: “${columns[column - 1]?.heading}”`],
  );
  return `How the columns are read (${read.join(", ")})`;
}

interface ColumnFieldProps {
  content: Content;
  columns: ListColumns["columns"];
  value: string;
  onChange: (column: string) => void;
}

/** A longer text does not fit into the field on a phone. */
const LONGEST_CHOICE = 32;

const shorten = (text: string): string =>
  text.length > LONGEST_CHOICE ? `${text.slice(0, LONGEST_CHOICE - 1)}…` : text;

function ColumnField({ content: { name, needed }, columns, value, onChange }: ColumnFieldProps) {
  const { examples = [] } = columns[Number(value) - 1] ?? {};
  const hint =
    value === NONE && name === "status"
      ? "Without this column, all parcels in the list are marked."
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

function CourierField({ value, onChange }: { value: string; onChange: (courier: string) => void }) {
  const couriers = useCouriers();
  return (
    <>
      <TextField
        label="Courier of all parcels"
        value={value}
        required
        list="desk-list-couriers"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="desk-list-couriers">
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const toRefusal = (cause: unknown): FinishedRun => ({ outcome: "refused", message: getMessage(cause) });

const isRefused = (reply: FinishedRun): boolean => reply.outcome === "refused" || reply.outcome === "usage";

const PAUSE_MS = 300;

/** Returns the question that the shop asks before it changes something, or its refusal. Null while it is loading. */
function usePreview(command: Parameters<typeof run>[0], isEnabled: boolean) {
  const key = JSON.stringify(command);
  const [last, setLast] = useState<{ key: string; reply: FinishedRun } | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      const asked = JSON.parse(key) as typeof command;
      void run({ ...asked, dryRun: "question" })
        .catch(toRefusal)
        .then((reply) => {
          if (isWanted) setLast({ key, reply });
        });
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, isEnabled]);
  return {
    preview: isEnabled && last?.key === key ? last.reply : null,
    setReply: (reply: FinishedRun) => setLast({ key, reply }),
  };
}

function Preview({ reply }: { reply: FinishedRun }) {
  const text =
    reply.outcome === "confirm"
      ? toScreenWords(reply.question)
      : reply.outcome === "done"
        ? `Nothing to do. ${reply.result.message ?? ""}`
        : reply.message;
  const [first, ...lines] = text.split("\n");
  return (
    <Notice tone={isRefused(reply) ? "danger" : "info"}>
      <p>{first}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

interface ImportedProps {
  reply: FinishedRun;
  onClose: () => void;
  onAgain: () => void;
}

function Imported({ reply, onClose, onAgain }: ImportedProps) {
  if (reply.outcome !== "done") return null;
  const { message, ...result } = reply.result;
  return (
    <div className={styles.parcels}>
      <div role="status">
        <Notice tone={result.attention ? "danger" : "success"}>{message}</Notice>
      </div>
      {result.rows && <ResultView done={{ ...reply, result }} />}
      <Acts>
        <Button ref={(button) => button?.focus()} onClick={onClose}>
          Close
        </Button>
        <Button variant="secondary" onClick={onAgain}>
          Import another list
        </Button>
      </Acts>
    </div>
  );
}
