import { useEffect, useRef } from "react";
import styles from "./list-filter.module.css";

interface ListFilterProps {
  /** What is looked for: `orders`. */
  of: string;
  placeholder: string;
  groups: Readonly<Record<string, string>>;
  search: string;
  group: string;
  onChange: (next: { search?: string; group?: string }) => void;
}

/** The words and the group by which a list is narrowed; `/` leads to the words from anywhere on the screen. */
export function ListFilter({ of, placeholder, groups, search, group, onChange }: ListFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <div className={styles.filter}>
      <input
        ref={field}
        type="search"
        className={styles.search}
        aria-label={`Find ${of}`}
        placeholder={placeholder}
        autoComplete="off"
        value={search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <div className={styles.groups} role="group" aria-label={`Which ${of}`}>
        {Object.entries(groups).map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={styles.group}
            aria-pressed={group === name}
            onClick={() => onChange({ group: name })}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Whether a key that was pressed belongs to a field or a dialog. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, dialog *"));
