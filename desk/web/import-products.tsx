import { useState } from "react";
import { DialogButton } from "./dialog-button.tsx";
import { CommandButton, usePreview } from "./command-form.tsx";
import { toLabel } from "./labels.ts";
import { ResultView } from "./result-view.tsx";
import styles from "./dispatch-dialog.module.css";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";
import { listWords, type Value, WordField } from "./word-field.tsx";

export const ImportProducts = () => (
  <DialogButton label="Import a CSV" title="Import a CSV" size="wide">
    {(close) => <ImportForm onDone={close} />}
  </DialogButton>
);

function ImportForm({ onDone }: { onDone: () => void }) {
  const command = useCommand("products import");
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({});
  const preview = usePreview(command, values, Array.isArray(values["list"]) && values["list"].length > 0);
  if (!command) return null;
  const words = listWords(command).filter(({ name }) => !["keep-others", "keep-stock"].includes(name));
  const isInOrder = preview?.outcome === "done";
  return (
    <div className={styles.parcels}>
      <p className={styles.hint}>
        Upload a file with a row for each product and the columns to change. An empty cell removes a value.
        Files exported from Shopify and WooCommerce work without changes. You see all changes before anything
        is imported.
      </p>
      {words.map((word) => (
        <WordField
          key={word.name}
          label={toLabel(word.name, command.noun)}
          word={{
            ...word,
            required: word.kind === "file",
            summary: word.kind === "file" ? "a CSV file with a product in each row" : word.summary,
          }}
          value={values[word.name]}
          onChange={(value) => setValues((now) => ({ ...now, [word.name]: value }))}
        />
      ))}
      {preview && (
        <div role="status">
          <ResultView done={preview} />
        </div>
      )}
      {isInOrder && (
        <CommandButton
          name="products import"
          values={values}
          isAnswered
          onDone={(reply) => {
            toastDone(reply, "The list was imported.");
            onDone();
          }}
        >
          Import
        </CommandButton>
      )}
    </div>
  );
}
