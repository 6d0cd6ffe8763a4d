import { SelectField, TextField } from "#ui/field.tsx";
import { type OrderSort, type OrderView, orderPageSizes, orderSorts } from "../order-list.ts";
import { orderStatuses } from "../status.ts";
import styles from "./order-search.module.css";

interface OrderSearchProps {
  view: OrderView;
  /** Called with the new view, which shows page 1 (D72). */
  onChange: (view: OrderView) => void;
}

/** The controls above the order history (§2.14). */
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
      <StatusField view={view} change={change} />
      <SizeField view={view} change={change} />
      <SortField view={view} change={change} />
    </div>
  );
}

interface ChoiceProps {
  view: OrderView;
  change: (part: Partial<OrderView>) => void;
}

const StatusField = ({ view, change }: ChoiceProps) => (
  <SelectField
    label="Status"
    value={view.status ?? ""}
    onChange={({ target }) =>
      change({ status: orderStatuses.find((orderStatus) => orderStatus === target.value) ?? null })
    }
  >
    <option value="">All</option>
    {orderStatuses.map((status) => (
      <option key={status} value={status}>
        {status}
      </option>
    ))}
  </SelectField>
);

const SortField = ({ view, change }: ChoiceProps) => (
  <SelectField
    label="Sort by"
    className={styles.wide}
    value={view.sort}
    onChange={({ target }) => change({ sort: target.value as OrderSort })}
  >
    {Object.entries(orderSorts).map(([sort, label]) => (
      <option key={sort} value={sort}>
        {label}
      </option>
    ))}
  </SelectField>
);

const SizeField = ({ view, change }: ChoiceProps) => (
  <SelectField
    label="Per page"
    value={String(view.size ?? "")}
    onChange={({ target }) =>
      change({ size: orderPageSizes.find((size) => String(size ?? "") === target.value) ?? null })
    }
  >
    {orderPageSizes.map((size) => (
      <option key={size ?? "all"} value={size ?? ""}>
        {size ?? "All"}
      </option>
    ))}
  </SelectField>
);
