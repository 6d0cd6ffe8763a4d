import Plus from "lucide/dist/esm/icons/plus.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { RequiredMark, TextField } from "#ui/field.tsx";
import type { PickerProps } from "./product-picker.tsx";
import styles from "./chips-field.module.css";
import { useValues } from "./use-view.ts";

/** `value` contains the entries, one on each line. The text that is being typed is the last entry. */
interface ChipsFieldProps extends Omit<PickerProps, "hint"> {
  name: string;
  kind: string;
  summary: string;
  /** The badge of an empty field, such as "Needed to publish". */
  hint?: ReactNode;
}

const listLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** A field for several short values. A comma, a semicolon, Enter or leaving the field ends an entry. */
export function ChipsField({ label, kind, summary, required, value, onChange, ...field }: ChipsFieldProps) {
  const listId = useId();
  const lines = listLines(value);
  const [draft, setDraft] = useState("");
  // While somebody types, the typed text is the last line of the value. Otherwise the form has replaced the value, for
  // example because the user has discarded the changes.
  const typed = lines.at(-1) === draft.trim() ? draft : "";
  const { data: offered = [] } = useValues(kind, typed);
  const entries = typed === "" ? lines : lines.slice(0, -1);
  // A shop has few woods, so all of them are shown. A list of orders would be too long.
  const isShort = kind === "material";
  // All values are in one list, so that a chosen value keeps its button and the focus.
  const names = isShort ? [...new Set([...entries, ...offered.map((each) => each.value)])] : entries;
  const set = (chosen: readonly string[], text: string) => {
    setDraft(text);
    onChange([...new Set(chosen), text.trim()].filter(Boolean).join("\n"));
  };
  const type = (text: string) => {
    const parts = text.split(/[,;]/);
    const last = parts.pop() ?? "";
    set([...entries, ...parts.map((part) => part.trim())], last);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && typed !== "") {
      event.preventDefault();
      set(lines, "");
    }
    if (event.key === "Backspace" && typed === "") set(entries.slice(0, -1), "");
  };
  return (
    <div className={styles.field}>
      <ul className="plain">
        {names.map((entry) => {
          const isChosen = entries.includes(entry);
          const others = entries.filter((each) => each !== entry);
          return (
            <li key={entry}>
              <button
                type="button"
                className={isChosen ? styles.chip : styles.offered}
                aria-label={`${isChosen ? "Remove" : "Add"} ${entry}`}
                // Keeps the focus in the field. Otherwise, its unfinished text would become an entry.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => (isChosen ? set(others, typed) : set([...entries, entry], ""))}
              >
                {!isChosen && <Icon of={Plus} size={16} />}
                {entry}
                {isChosen && <Icon of={X} size={16} />}
              </button>
            </li>
          );
        })}
      </ul>
      <TextField
        {...field}
        label={[label, required && entries.length > 0 && <RequiredMark key="mark" />]}
        placeholder={isShort ? "Another wood" : undefined}
        hint={isShort ? field.hint : `${summary}. Put a comma after each value`}
        required={required && entries.length === 0}
        value={typed}
        list={offered.length > 0 && !isShort ? listId : undefined}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={() => typed !== "" && set(lines, "")}
      />
      {offered.length > 0 && !isShort && (
        <datalist id={listId}>
          {offered.map((each) => (
            <option key={each.value} value={each.value} label={each.summary} />
          ))}
        </datalist>
      )}
    </div>
  );
}
