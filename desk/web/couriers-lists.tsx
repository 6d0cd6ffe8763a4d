import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField } from "#ui/field.tsx";
import { CommandForm, type FieldGroup } from "./command-form.tsx";
import styles from "./dispatch-dialog.module.css";
import { useCommand } from "./use-view.ts";

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

const GROUPS: readonly FieldGroup[] = [
  { title: "The list", names: ["from", "courier", "as"] },
  { title: "If the shop cannot read it", names: ["columns", "skip-faulty"], isFolded: true },
];

const labels = { dispatch: "Dispatch", deliver: "Have arrived", settle: "Note as paid" };

function List() {
  const commands = {
    dispatch: useCommand("orders", "dispatch"),
    deliver: useCommand("orders", "deliver"),
    settle: useCommand("orders", "settle"),
  };
  const [verb, setVerb] = useState<keyof typeof labels>("dispatch");
  const command = commands[verb];
  if (!command) return null;
  return (
    <div className={styles.parcels}>
      {commands.deliver && (
        <SelectField
          label="What the list contains"
          value={verb}
          data-initial-focus=""
          onChange={(event) => setVerb(event.target.value as keyof typeof labels)}
        >
          <option value="dispatch">Tracking numbers of dispatched parcels</option>
          <option value="deliver">Delivered parcels</option>
          {commands.settle && (
            <option value="settle">Cash on delivery that the courier has paid to you</option>
          )}
        </SelectField>
      )}
      <CommandForm key={verb} command={command} groups={GROUPS} label={labels[verb]} />
    </div>
  );
}
