import { SelectField, TextField } from "#ui/field.tsx";
import { type OrderSort, type OrderView, orderPageSizes, orderSorts } from "../order-list.ts";
import { orderStatuses } from "../status.ts";
import styles from "./order-search.module.css";

interface OrderSearchProps {
  view: OrderView;
  /** The new view is always on page 1 (D72). */
  onChange: (view: OrderView) => void;
}

export function OrderSearch({ view, onChange }: OrderSearchProps) {
  const change = (part: Partial<OrderView>) => onChange({ ...view, ...part, page: 1 });
  return (
    <div role="search" aria-label="Your orders" className={styles.search}>
      <TextField
        label="Search"
        type="search"
        placeholder="Order ID or product"
        value={view.search}
        onChange={({ target }) => change({ search: target.value })}
        className={styles.wide}
      />
      <Choice
        label="Status"
        value={view.status ?? ""}
        options={[["", "All"], ...orderStatuses.map((status) => [status, status] as const)]}
        onChoose={(value) => change({ status: orderStatuses.find((status) => status === value) ?? null })}
      />
      <Choice
        label="Per page"
        value={String(view.size ?? "")}
        options={orderPageSizes.map((size) => [String(size ?? ""), String(size ?? "All")] as const)}
        onChoose={(value) =>
          change({ size: orderPageSizes.find((size) => String(size ?? "") === value) ?? null })
        }
      />
      <Choice
        label="Sort by"
        className={styles.wide}
        value={view.sort}
        options={Object.entries(orderSorts)}
        onChoose={(value) => change({ sort: value as OrderSort })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  className?: string | undefined;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}

const Choice = ({ options, onChoose, ...field }: ChoiceProps) => (
  <SelectField {...field} onChange={({ target }) => onChoose(target.value)}>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
);
