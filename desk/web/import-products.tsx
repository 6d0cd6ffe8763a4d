import { type ReactNode, useEffect, useRef } from "react";
import { capitalise, formatCount } from "#contract/text.ts";
import { SelectField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import type { FieldGroup } from "./form-groups.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { DialogButton } from "./dialog-button.tsx";
import { readText } from "./form-values.ts";
import { PrintButton } from "./print-button.tsx";
import { ResultTable } from "./result-view.tsx";
import { Entries, Entry, Section } from "./screen-parts.tsx";
import { toastDone } from "./toast-done.ts";

const GROUPS: readonly FieldGroup[] = [
  { title: "The list", names: ["list", "keep-stock"] },
  {
    title: "One value for all new products",
    names: ["category", "subcategory", "hsn", "materials"],
    isFolded: true,
  },
];

const NEEDED = ["list"];

const HINTS = {
  list: "an Excel (.xlsx) or CSV file with a product in each row",
  "keep-stock": "the import ignores the stock in the list",
};

const BELOW: CommandFormProps["below"] = {
  list: ({ "before-gst": beforeGst }, fill) => (
    <SelectField
      label="Prices in a list from another program"
      hint="Shopify, WooCommerce and Etsy usually export prices with GST. This shop's own lists are always before GST"
      value={readText(beforeGst)}
      onChange={({ target }) => fill({ "before-gst": target.value }, "before-gst")}
    >
      <option value="">With GST</option>
      <option value="on">Before GST</option>
    </SelectField>
  ),
};

export const ImportProducts = () => (
  <DialogButton label="Import a list" title="Import a list" size="wide">
    {(close) => (
      <div className="stack gap-5">
        <div className="stack starting gap-3 small soft">
          <p>
            Download the list of your products, change it in a spreadsheet program, and import it here. Remove
            the columns that you did not change, because an empty cell deletes a product's optional value.
            Lists from Shopify, WooCommerce and Etsy work as they are.
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
          below={BELOW}
          label={nameButton}
          drawPreview={drawPreview}
          onDone={(reply) => {
            toastDone(reply, `Imported ${countChanges(reply) || "nothing"}.`);
            close();
          }}
        />
      </div>
    )}
  </DialogButton>
);

const nameButton = (preview: FinishedRun | null): string => {
  const { added = 0, changed = 0 } = (preview && getFacts(preview)) ?? {};
  const count = Number(added) + Number(changed);
  return count > 0 ? `Import ${formatCount(count, "product")}` : "Import";
};

const getFacts = (reply: FinishedRun) => (reply.outcome === "done" ? reply.result.facts : undefined) ?? {};

const COUNTS = { added: "new", changed: "changed", unchanged: "unchanged" };

/** Returns for example "3 products: 2 new, 1 changed". Empty for a list without products. */
function countChanges(reply: FinishedRun): string {
  const facts = getFacts(reply);
  const counts = Object.entries(COUNTS).filter(([name]) => Number(facts[name]) > 0);
  const rows = counts.reduce((sum, [name]) => sum + Number(facts[name]), 0);
  return rows === 0
    ? ""
    : `${formatCount(rows, "product")}: ${counts.map(([name, text]) => `${facts[name]} ${text}`).join(", ")}`;
}

function drawPreview(reply: FinishedRun): ReactNode {
  if (reply.outcome !== "done")
    return "message" in reply && <Errors key={reply.task} message={reply.message} />;
  const { rows = [], message } = reply.result;
  return (
    <Preview key={reply.task} title={countChanges(reply) || "No products"}>
      {message && (
        <Notice>
          {message.split("\n").map((line) => (
            <p key={line}>{toSentence(line)}</p>
          ))}
        </Notice>
      )}
      {rows.length > 0 && (
        <ResultTable
          title="Changes"
          columns={["Product", "Value", "Now", "After the import"]}
          rows={rows.map(([product = "", what, ...values]) => [
            product,
            what === "new product" ? "New" : capitalise(String(what)),
            ...values.map(withoutQuotes),
          ])}
        />
      )}
    </Preview>
  );
}

const withoutQuotes = (value: string | number | null = null): string =>
  String(value ?? "").replace(/^"(.*)"$/s, "$1");

/** Lists the errors in the chosen file by row. */
function Errors({ message }: { message: string }) {
  const errors = message.split("\n  - ").slice(1);
  if (errors.length === 0) return null;
  const rows = Map.groupBy(errors.map(withoutFile), (error) => ROW.exec(error)?.[1] ?? "");
  return (
    <Preview title="Please correct">
      <Entries>
        {[...rows].map(([row, rowErrors]) => (
          <Entry key={row} head={row && <strong>{capitalise(row)}</strong>}>
            {joinMissing(
              rowErrors.map((error) =>
                toSentence(error.replace(ROW, "").replace(BARE_VERB, `the ${row ? "row" : "list"} `)),
              ),
            ).map((error) => (
              <p key={error}>{error}</p>
            ))}
          </Entry>
        ))}
      </Entries>
    </Preview>
  );
}

/** Matches the row before an error, such as `row 2 (teak-tray), `. */
const ROW = /^(row \d+(?: \(.*?\))?)(?:, |: )/;

const VERBS = "(?:appears|are|can|cannot|contains|has|is|must|needs|was) ";
const BARE_VERB = new RegExp(`^(?=${VERBS})`);
const VERB_AFTER_FIELD = new RegExp(`: (?=${VERBS})`);

const MISSING = /^(.+) is missing\. (.+)$/;

/** Joins errors about missing fields: `Missing: Title, Price. A new product needs these columns.` */
function joinMissing(errors: readonly string[]): string[] {
  const same = Map.groupBy(errors, (error) => MISSING.exec(error)?.[2] ?? error);
  return [...same].map(([remedy, [first = "", ...others]]) =>
    others.length === 0 || !MISSING.test(first)
      ? first
      : `Missing: ${[first, ...others].map((error) => error.replace(MISSING, "$1")).join(", ")}. ${remedy.replace(/\b(?:this|the) column\b/, "these columns")}`,
  );
}

/**
 * A section below the options of the import. It scrolls into view and takes the focus when it appears, unless the user
 * is already changing an option.
 */
function Preview({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches("form input:not([type=file]), form select, form button")) return;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView?.({ block: "start" });
  }, []);
  return (
    <div ref={frame} tabIndex={-1}>
      <Section title={title}>{children}</Section>
    </div>
  );
}

/** The owner has chosen one file, so the name of that file is not repeated. */
const withoutFile = (line: string): string => line.replace(/^[^,:]*\.csv(?:, |: )/i, "");

/** Returns `Title is missing.` for the line `goods.csv, Title: is missing.` */
const toSentence = (line: string): string => capitalise(withoutFile(line).replace(VERB_AFTER_FIELD, " "));
