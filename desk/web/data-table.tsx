import type { ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
import styles from "./data-table.module.css";

interface DataTableProps {
  title: string;
  columns: readonly string[];
  numeric?: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  isDense?: boolean;
  /** True to keep cells on one line. In a narrow window, the table scrolls sideways. */
  isWide?: boolean;
  /** True if cells contain sentences. In a narrow window, each row is then shown as a list. */
  isWordy?: boolean;
  isBusy?: boolean;
}

export function DataTable({
  title,
  columns,
  numeric = [],
  rows,
  isDense,
  isWide,
  isWordy,
  isBusy,
}: DataTableProps) {
  const isNumeric = columns.map((column) => numeric.includes(column) || undefined);
  const table = (
    <table
      className={classNames(
        styles.table,
        isDense && styles.dense,
        isWide && styles.wide,
        isWordy && styles.wordy,
      )}
      aria-busy={isBusy}
    >
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((column, at) =>
            column === "" ? (
              <td key={column} />
            ) : (
              <th key={column} scope="col" data-numeric={isNumeric[at]}>
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <tr key={key}>
            <th scope="row" data-numeric={isNumeric[0]}>
              {head}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-column={columns[at + 1]} data-numeric={isNumeric[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isWide) return table;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the table
    <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
      {table}
    </div>
  );
}
