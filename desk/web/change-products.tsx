import { useState } from "react";
import { formatCount } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField } from "#ui/field.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { ChosenBar } from "./choosing.tsx";
import { CommandForm } from "./command-form.tsx";
import { useCommand } from "./use-view.ts";
import styles from "./dispatch-dialog.module.css";

/** What of several products is changed together, with the words of the command that say it. */
const parts: Readonly<Record<string, readonly string[]>> = {
  Price: ["price", "round", "was"],
  Stock: ["stock", "lead-days"],
  "Hidden or in the shop": ["hidden"],
  "Collection and kind": ["collection", "category", "subcategory"],
  Woods: ["add-material", "remove-material", "materials"],
  "Shelf and HSN": ["shelf", "hsn"],
};

interface ChosenProductsProps {
  products: readonly { id: string; revision: number }[];
  onDone: () => void;
}

/** What can be done with several products at once: one command, which undo takes back as one. */
export function ChosenProducts({ products, onDone }: ChosenProductsProps) {
  const command = useCommand("products", "change");
  const [isOpen, setOpen] = useState(false);
  const count = formatCount(products.length, "product");
  return (
    <ChosenBar count={count} label="Chosen products" onNone={onDone}>
      <Button onClick={() => setOpen(true)} disabled={!command}>
        Change
      </Button>
      <Dialog title={`Change ${count}`} open={isOpen} onClose={() => setOpen(false)} size="wide">
        {isOpen && (
          <ChangeForm
            products={products}
            onDone={() => {
              setOpen(false);
              onDone();
              toastSuccess(`${count} changed. It can be taken back: see Changed lately, above the list.`);
            }}
          />
        )}
      </Dialog>
    </ChosenBar>
  );
}

function ChangeForm({ products, onDone }: ChosenProductsProps) {
  const command = useCommand("products", "change");
  const [part, setPart] = useState("Price");
  if (!command) return null;
  const asked = parts[part] ?? [];
  return (
    <div className={styles.parcels}>
      <SelectField
        label="What is to be changed"
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
        command={command}
        known={{ products: products.map(({ id }) => id).join("\n") }}
        hidden={Object.keys(command.options).filter((name) => !asked.includes(name))}
        expected={String(Math.max(...products.map(({ revision }) => revision)))}
        label="Change"
        onDone={onDone}
      />
    </div>
  );
}
