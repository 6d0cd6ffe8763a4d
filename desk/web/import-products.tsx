import { useState } from "react";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import type { DescribedCommand } from "../calls.ts";
import { DialogButton } from "./dialog-button.tsx";
import { CommandButton, usePreview } from "./command-form.tsx";
import { DataTable } from "./data-table.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import styles from "./import-products.module.css";
import { toLabel } from "./labels.ts";
import { ResultView } from "./result-view.tsx";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";
import { listWords, type Value, type Word, WordField } from "./word-field.tsx";

export const ImportProducts = () => (
  <DialogButton label="Import a CSV" title="Import a CSV" size="wide">
    {(close) => <ImportForm onDone={close} />}
  </DialogButton>
);

function ImportForm({ onDone }: { onDone: () => void }) {
  const command = useCommand("products import");
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({});
  const hasFile = Array.isArray(values["list"]) && values["list"].length > 0;
  const preview = usePreview(command, values, hasFile);
  if (!command) return null;
  const drawField = (word: Word) => (
    <WordField
      key={word.name}
      label={toLabel(word.name, command.noun)}
      word={word}
      value={values[word.name]}
      onChange={(value) => setValues((now) => ({ ...now, [word.name]: value }))}
    />
  );
  return (
    <div className={styles.form}>
      <p className={styles.hint}>
        The file needs a row for each product, and a column for each value that you want to change. An empty
        cell removes a value. Lists exported from Shopify, WooCommerce and Etsy work as they are. You see all
        changes before anything is imported.
      </p>
      {listFields(command, FILE).map((word) =>
        drawField({ ...word, required: true, summary: "a CSV file with a product in each row" }),
      )}
      <Disclosure summary="For lists from Shopify, WooCommerce or Etsy">
        <div className={styles.fields}>{listFields(command, OTHERS).map(drawField)}</div>
      </Disclosure>
      <div role="status" aria-busy={hasFile && preview === null} className={styles.preview}>
        {preview && <Preview reply={preview} />}
      </div>
      <CommandButton
        name="products import"
        values={values}
        isAnswered
        disabled={preview?.outcome !== "done"}
        onDone={(reply) => {
          toastDone(reply, "The list was imported.");
          onDone();
        }}
      >
        Import
      </CommandButton>
    </div>
  );
}

const FILE = ["list"];
const OTHERS = ["with-gst", "category", "subcategory", "hsn", "materials"];

const listFields = (command: DescribedCommand, names: readonly string[]): Word[] =>
  names.flatMap((name) => listWords(command).filter((word) => word.name === name));

const COUNTS = { added: "new", changed: "changed", unchanged: "unchanged" };

function Preview({ reply }: { reply: FinishedRun }) {
  if (reply.outcome !== "done") return <ResultView done={reply} />;
  const { facts = {}, rows = [], columns = [], message } = reply.result;
  const counts = Object.entries(COUNTS).flatMap(([name, text]) =>
    Number(facts[name]) > 0 ? [`${facts[name]} ${text}`] : [],
  );
  return (
    <>
      <h3 className={styles.summary}>Products: {counts.join(", ") || "none"}</h3>
      {rows.length > 0 && (
        <DataTable
          title="Changes"
          columns={columns}
          isDense
          isWordy
          rows={rows.map(([product, what, now, after], line) => ({
            key: String(line),
            cells: [product, what, now, <strong key="after">{after}</strong>],
          }))}
        />
      )}
      {message && <Notice>{message}</Notice>}
    </>
  );
}
