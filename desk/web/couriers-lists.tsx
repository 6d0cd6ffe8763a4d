import { useState } from "react";
import { SelectField } from "#ui/field.tsx";
import { CommandForm, type FieldGroup } from "./command-form.tsx";
import { DialogButton } from "./dialog-button.tsx";
import styles from "./dispatch-dialog.module.css";
import { useCommand } from "./use-view.ts";

export const CouriersLists = () => (
  <DialogButton label="Couriers’ lists" title="A courier’s list" size="wide">
    {() => <List />}
  </DialogButton>
);

const GROUPS: readonly FieldGroup[] = [
  { title: "The list", names: ["from", "courier", "as"] },
  { title: "If the shop cannot read the list", names: ["columns", "skip-faulty"], isFolded: true },
];

const labels = { dispatch: "Mark as dispatched", deliver: "Mark as delivered", settle: "Record as paid" };

function List() {
  const canDeliver = useCommand("orders deliver") !== undefined;
  const canSettle = useCommand("orders settle") !== undefined;
  const [verb, setVerb] = useState<keyof typeof labels>("dispatch");
  return (
    <div className={styles.parcels}>
      {canDeliver && (
        <SelectField
          label="What the list contains"
          value={verb}
          data-initial-focus=""
          onChange={(event) => setVerb(event.target.value as keyof typeof labels)}
        >
          <option value="dispatch">Tracking numbers of dispatched parcels</option>
          <option value="deliver">Delivered parcels</option>
          {canSettle && <option value="settle">Cash on delivery that the courier has paid to you</option>}
        </SelectField>
      )}
      <CommandForm key={verb} name={`orders ${verb}`} groups={GROUPS} label={labels[verb]} />
    </div>
  );
}
