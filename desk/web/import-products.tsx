import { type ReactNode, useEffect, useRef } from "react";
import { findColumnLabel } from "#shop/catalogue/column-labels.ts";
import { capitalise } from "#contract/text.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandForm } from "./command-form.tsx";
import type { FieldGroup } from "./form-groups.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { DialogButton } from "./dialog-button.tsx";
import styles from "./import-products.module.css";
import { PrintButton } from "./print-button.tsx";
import { Entries, Entry } from "./screen-parts.tsx";
import { toastDone } from "./toast-done.ts";

const GROUPS: readonly FieldGroup[] = [
  { title: "The list", names: ["list", "keep-stock"] },
  {
    title: "For lists from Shopify, WooCommerce or Etsy",
    names: ["with-gst", "category", "subcategory", "hsn", "materials"],
    isFolded: true,
  },
];

const NEEDED = ["list"];

const HINTS = {
  list: "an Excel (.xlsx) or CSV file with a product in each row",
  "keep-stock": "tick this if the stock in the list is not a new count",
};

export const ImportProducts = () => (
  <DialogButton label="Import a list" title="Import a list" size="wide">
    {(close) => (
      <>
        <div className={styles.hint}>
          <p>
            Download a list of your products, change it in Excel or another spreadsheet program, and import it
            here. Remove the columns that you did not change: an empty cell removes a value. Lists exported
            from Shopify, WooCommerce and Etsy work as they are. You see all changes before anything is
            imported.
          </p>
          <PrintButton
            verb="products export"
            args={{ file: "products-to-fill-in.csv" }}
            options={{ template: "on" }}
          >
            Download a list to fill in
          </PrintButton>
        </div>
        <CommandForm
          name="products import"
          groups={GROUPS}
          needed={NEEDED}
          hints={HINTS}
          label="Import"
          drawPreview={drawPreview}
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

function drawPreview(reply: FinishedRun): ReactNode {
  if (reply.outcome !== "done")
    return "message" in reply && <Errors key={reply.task} message={reply.message} />;
  const { rows = [], message } = reply.result;
  const products = Map.groupBy(rows, ([product]) => String(product));
  return (
    <Preview key={reply.task} title={`Products: ${countChanges(reply) || "none"}`}>
      {message && (
        <Notice>
          {message.split("\n").map((line) => (
            <p key={line}>{capitalise(withoutFile(line))}</p>
          ))}
        </Notice>
      )}
      <Entries>
        {[...products].map(([product, changes]) => (
          <Entry
            key={product}
            head={
              <>
                <strong>{product}</strong>
                {changes.some(([, what]) => what === NEW) && <Badge tone="success">New</Badge>}
              </>
            }
          >
            {changes.map(([, what, now, after]) => (
              <p key={what} className={styles.change}>
                {what !== NEW && `${nameField(String(what))}: ${withoutQuotes(now)} → `}
                <strong>{withoutQuotes(after)}</strong>
              </p>
            ))}
          </Entry>
        ))}
      </Entries>
    </Preview>
  );
}

/** The preview's name for the change of a product that the shop does not have yet. */
const NEW = "new product";

const withoutQuotes = (value: string | number | null = null): string =>
  String(value ?? "").replace(/^"(.*)"$/s, "$1");

const nameField = (what: string): string => findColumnLabel(what) ?? capitalise(what);

/** The errors in the chosen file, each with its column and row. */
function Errors({ message }: { message: string }) {
  const [, ...errors] = message.split("\n  - ");
  if (errors.length === 0) return null;
  return (
    <Preview title="Please correct these cells, and choose the file again">
      <ul className={styles.errors}>
        {errors.map((error) => (
          <li key={error}>{capitalise(withoutFile(error))}</li>
        ))}
      </ul>
    </Preview>
  );
}

/** Scrolls into view, because it is below the options of the import. */
function Preview({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In braces, because Chromium returns a promise, and an effect must return nothing or a function.
    heading.current?.scrollIntoView?.({ block: "start" });
  }, []);
  return (
    <>
      <h3 ref={heading} className={styles.summary}>
        {title}
      </h3>
      {children}
    </>
  );
}

/** The owner has chosen one file, so the name of that file is not repeated. */
const withoutFile = (line: string): string => line.replace(/^[^,:]*\.csv(?:, |: )/i, "");
