import X from "lucide/dist/esm/icons/x.mjs";
import { type ComponentProps, useCallback, useRef, useState } from "react";
import { formatDay, isDay } from "#contract/dates.ts";
import { Button } from "#ui/button.tsx";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import chips from "./chips-field.module.css";
import { goTo, useQueryValues } from "./router.ts";
import { ToggleGroup } from "./screen-parts.tsx";
import { isTyping, useKeyDown } from "./use-key-down.ts";
import styles from "./list-filter.module.css";

interface ListFilterProps {
  of: string;
  placeholder?: string;
  groups: Readonly<Record<string, string>>;
  counts?: Readonly<Record<string, number>> | undefined;
  search?: string;
  group: string;
  /** More fields that filter the list, with their names in the URL. A field without choices is a date field. */
  fields?: readonly ({ name: string; label: string } & Partial<ComponentProps<typeof Options>>)[];
  /** True if a button shows the fields. While the fields are folded, the fields with a value are listed. */
  isFolded?: boolean;
  values?: Readonly<Record<string, string>>;
  onChange: (next: Readonly<Record<string, string>>) => void;
}

export function ListFilter({
  of,
  placeholder,
  groups,
  counts,
  search = "",
  group,
  fields = [],
  isFolded = false,
  values = {},
  onChange,
}: ListFilterProps) {
  const [isOpen, setOpen] = useState(!isFolded);
  const used = isOpen ? [] : fields.filter(({ name }) => values[name]);
  const field = useRef<HTMLInputElement>(null);
  useKeyDown(
    useCallback((event) => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      field.current?.focus();
    }, []),
  );
  return (
    <div className={styles.filter}>
      {placeholder !== undefined && (
        <div className={styles.first}>
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
          {isFolded && (
            <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {fields.some(({ name }) => name === "sort") ? "Filter and sort" : "Filter"}
            </Button>
          )}
        </div>
      )}
      {Object.keys(groups).length > 0 && (
        <ToggleGroup
          label={`Which ${of} to show`}
          choices={groups}
          counts={counts}
          chosen={group}
          onChange={(name) => onChange({ group: name })}
        />
      )}
      {used.map(({ name, label, of = [] }) => (
        <button key={name} type="button" className={chips.chip} onClick={() => onChange({ [name]: "" })}>
          <span className="visually-hidden">Remove</span> {label}:{" "}
          {of.find(([value]) => value === values[name])?.[1] ?? formatValue(values[name])}
          <Icon of={X} size={16} />
        </button>
      ))}
      {isOpen && fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map(({ name, label, prompt = "", of }) => {
            const value = values[name] ?? "";
            const change = ({ target }: { target: { value: string } }) => onChange({ [name]: target.value });
            return of ? (
              <SelectField key={name} label={label} value={value} onChange={change}>
                <Options prompt={prompt} of={of} />
              </SelectField>
            ) : (
              <TextField key={name} label={label} type="date" value={value} onChange={change} />
            );
          })}
        </div>
      )}
    </div>
  );
}

const formatValue = (value = ""): string => (isDay(value) ? formatDay(new Date(value)) : value);

export function useListQuery(firstPage: number, defaultGroup = "") {
  const values = useQueryValues();
  const { search = "", group = defaultGroup, rows } = values;
  const onChange = (next: Readonly<Record<string, string>>) => {
    // If the filter changes, the list starts with the first rows again.
    const to = Object.entries({ ...values, group, rows: "", page: "", ...next });
    const query = new URLSearchParams(
      to.filter(([name, value]) => value !== (name === "group" ? defaultGroup : "")),
    );
    goTo(query.size > 0 ? `${location.pathname}?${query.toString()}` : location.pathname, { replace: true });
  };
  return {
    values,
    words: search.trim(),
    group,
    filter: { search, group, values, onChange },
    most: Number(rows) || firstPage,
    setMost: (most: number) => onChange({ rows: String(most) }),
  };
}
