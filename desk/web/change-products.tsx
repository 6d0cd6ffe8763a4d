import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatCount } from "#contract/text.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChosenBar } from "./row-selection.tsx";
import { CommandForm } from "./command-form.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { toastDone } from "./toast-done.ts";
import { useCommand, useView } from "./use-view.ts";
import styles from "./dispatch-dialog.module.css";

const parts: Readonly<Record<string, readonly string[]>> = {
  Price: ["price", "round", "was"],
  Stock: ["stock"],
  "Time to make": ["lead-days"],
  Visibility: ["hidden"],
  "Collection and product type": ["collection", "category", "subcategory"],
  Woods: ["add-material", "remove-material", "materials"],
  "Shelf and HSN": ["shelf", "hsn"],
  "Required by law": ["origin", "pieces", "manufacturer", "maker", "finish"],
};

type ListedProduct = DataOf<typeof productList>[number];

interface ChosenProductsProps {
  products: readonly ListedProduct[];
  onNone: () => void;
}

/** Changes all selected products with one command, so that one undo reverts the whole change. */
export function ChosenProducts({ products, onNone }: ChosenProductsProps) {
  const command = useCommand("products change");
  // Copy the selection, because a selected product may disappear from the list before the command runs.
  const [changing, setChanging] = useState<readonly ListedProduct[]>([]);
  const [isOpen, setOpen] = useState(false);
  const count = formatCount(changing.length, "product");
  return (
    <>
      {products.length > 0 && (
        <ChosenBar count={formatCount(products.length, "product")} label="Chosen products" onNone={onNone}>
          <Button
            onClick={() => {
              setChanging(products);
              setOpen(true);
            }}
            disabled={!command}
          >
            Change
          </Button>
        </ChosenBar>
      )}
      <Dialog title={`Change ${count}`} open={isOpen} onClose={() => setOpen(false)} size="wide">
        <ChangeForm
          products={changing}
          onDone={(reply) => {
            setOpen(false);
            onNone();
            toastDone(reply, `${count} changed.`);
          }}
        />
      </Dialog>
    </>
  );
}

function ChangeForm({
  products,
  onDone,
}: Pick<ChosenProductsProps, "products"> & { onDone: (reply: FinishedRun) => void }) {
  const [part, setPart] = useState("Price");
  const [seenProducts, setSeen] = useState(products);
  const ids = products.map(({ id }) => id).join("\n");
  const { data: now = seenProducts } = useView({
    ...productList,
    options: { products: ids, limit: String(products.length) },
  });
  const fieldNames = parts[part] ?? [];
  const changed = listChanged(seenProducts, now);
  return (
    <div className={styles.parcels}>
      {changed.length > 0 && (
        <Notice role="status">
          Somebody else changed these products in the meantime. Your input is still here:
          <ul className={styles.list}>
            {changed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => setSeen(now)}>
            Continue
          </Button>
        </Notice>
      )}
      <SelectField
        label="What to change"
        value={part}
        data-initial-focus=""
        onChange={(event) => setPart(event.target.value)}
      >
        {Object.keys(parts).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <CommandForm
        key={part}
        name="products change"
        known={{ products: ids }}
        asked={fieldNames}
        // Require the stock fields: the shop accepts stock counts in `seen` only if the command sets the stock.
        needed={part === "Stock" ? fieldNames : []}
        seen={toExpected(seenProducts, part)}
        label="Change"
        onDone={onDone}
      />
    </div>
  );
}

function toExpected(products: readonly ListedProduct[], part: string): string {
  const latest = Math.max(...products.map(({ revision }) => revision));
  return part === "Stock"
    ? `${latest} ${products.map(({ base }) => base ?? "none").join(",")}`
    : String(latest);
}

/** Describes what others changed: `Sadgi Teak Tissue Box: hidden now, 40 in the workshop now`. */
function listChanged(previous: readonly ListedProduct[], now: readonly ListedProduct[]): string[] {
  const previousById = new Map(previous.map((product) => [product.id, product]));
  return now.flatMap(({ id, title, hidden, revision, onHand, base }) => {
    const was = previousById.get(id);
    if (!was || (was.revision === revision && was.base === base)) return [];
    const differences = [
      was.hidden === hidden ? "" : hidden ? "hidden now" : "in the shop now",
      was.base === base ? "" : onHand === null ? "made to order now" : `${onHand} in the workshop now`,
    ].filter(Boolean);
    return [`${title}: ${differences.join(", ") || "see the product's screen"}`];
  });
}
