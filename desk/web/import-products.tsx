import type { ReactNode } from "react";
import { Notice } from "#ui/notice.tsx";
import { CommandForm } from "./command-form.tsx";
import type { FieldGroup } from "./form-groups.tsx";
import { DataTable } from "./data-table.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { DialogButton } from "./dialog-button.tsx";
import styles from "./import-products.module.css";
import { toastDone } from "./toast-done.ts";

const GROUPS: readonly FieldGroup[] = [
  { title: "The list", names: ["list"] },
  {
    title: "For lists from Shopify, WooCommerce or Etsy",
    names: ["with-gst", "category", "subcategory", "hsn", "materials"],
    isFolded: true,
  },
];

export const ImportProducts = () => (
  <DialogButton label="Import a CSV" title="Import a CSV" size="wide">
    {(close) => (
      <>
        <p className={styles.hint}>
          The file needs a row for each product, and a column for each value that you want to change. An empty
          cell removes a value. Lists exported from Shopify, WooCommerce and Etsy work as they are. You see
          all changes before anything is imported.
        </p>
        <CommandForm
          name="products import"
          groups={GROUPS}
          needed={["list"]}
          hints={{ list: "an Excel (.xlsx) or CSV file with a product in each row" }}
          label="Import"
          drawPreview={drawChanges}
          onDone={(reply) => {
            toastDone(reply, describeImported(reply));
            close();
          }}
        />
      </>
    )}
  </DialogButton>
);

const describeImported = (reply: FinishedRun): string => `Imported: ${countChanges(reply) || "nothing"}.`;

const COUNTS = { added: "new", changed: "changed", unchanged: "unchanged" };

/** Returns for example "2 new, 1 changed". Empty for a list without products. */
function countChanges(reply: FinishedRun): string {
  const { facts = {} } = reply.outcome === "done" ? reply.result : {};
  return Object.entries(COUNTS)
    .flatMap(([name, text]) => (Number(facts[name]) > 0 ? [`${facts[name]} ${text}`] : []))
    .join(", ");
}

function drawChanges(reply: FinishedRun): ReactNode {
  if (reply.outcome !== "done") return null;
  const { rows = [], columns = [], message } = reply.result;
  return (
    <>
      <h3 className={styles.summary}>Products: {countChanges(reply) || "none"}</h3>
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
