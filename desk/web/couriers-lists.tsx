import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField } from "#ui/field.tsx";
import { CommandForm } from "./command-form.tsx";
import styles from "./dispatch-dialog.module.css";
import { useCommand } from "./use-view.ts";

/** The lists that couriers write, as they are: the numbers of what has left, or what has arrived. */
export function CouriersLists() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Couriers’ lists
      </Button>
      <Dialog title="A courier’s list" open={isOpen} onClose={() => setOpen(false)} size="wide">
        {isOpen && <List />}
      </Dialog>
    </>
  );
}

const ASKED: ReadonlySet<string> = new Set(["from", "columns", "skip-faulty", "courier"]);

function List() {
  const dispatch = useCommand("orders", "dispatch");
  const deliver = useCommand("orders", "deliver");
  const [verb, setVerb] = useState("dispatch");
  const command = verb === "deliver" ? deliver : dispatch;
  if (!command) return null;
  const names = [...command.args.map(({ name }) => name), ...Object.keys(command.options)];
  return (
    <div className={styles.parcels}>
      {deliver && (
        <SelectField
          label="What it says"
          value={verb}
          data-initial-focus=""
          onChange={(event) => setVerb(event.target.value)}
        >
          <option value="dispatch">Numbers of parcels that have left</option>
          <option value="deliver">Which parcels have arrived</option>
        </SelectField>
      )}
      <CommandForm
        key={verb}
        command={command}
        hidden={names.filter((name) => !ASKED.has(name))}
        label={verb === "deliver" ? "Have arrived" : "Dispatch"}
      />
    </div>
  );
}
