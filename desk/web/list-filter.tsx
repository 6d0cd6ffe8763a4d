import { type ReactNode, useCallback, useRef } from "react";
import { goTo, useQueryValues } from "./router.ts";
import { ToggleGroup } from "./screen-parts.tsx";
import { isTyping, useKeyDown } from "./use-key-down.ts";
import styles from "./list-filter.module.css";

interface ListFilterProps {
  of: string;
  placeholder?: string;
  groups: Readonly<Record<string, string>>;
  search?: string;
  group: string;
  onChange: (next: { search?: string; group?: string }) => void;
  /** More fields that filter the list. */
  children?: ReactNode;
}

export function ListFilter({
  of,
  placeholder,
  groups,
  search = "",
  group,
  onChange,
  children,
}: ListFilterProps) {
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
      )}
      {Object.keys(groups).length > 0 && (
        <ToggleGroup
          label={`Which ${of} to show`}
          choices={groups}
          chosen={group}
          onChange={(name) => onChange({ group: name })}
        />
      )}
      {children}
    </div>
  );
}

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
    filter: { search, group, onChange },
    most: Number(rows) || firstPage,
    setMost: (most: number) => onChange({ rows: String(most) }),
  };
}
