import { Options, SelectField, TextField } from "#ui/field.tsx";
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
      <SelectField
        label="Status"
        value={view.status ?? ""}
        onChange={({ target }) =>
          change({ status: orderStatuses.find((status) => status === target.value) ?? null })
        }
      >
        <Options prompt="All" of={orderStatuses} />
      </SelectField>
      <SelectField
        label="Per page"
        value={String(view.size ?? "")}
        onChange={({ target }) =>
          change({ size: orderPageSizes.find((size) => String(size ?? "") === target.value) ?? null })
        }
      >
        <Options of={orderPageSizes.map((size) => [String(size ?? ""), String(size ?? "All")])} />
      </SelectField>
      <SelectField
        label="Sort by"
        className={styles.wide}
        value={view.sort}
        onChange={({ target }) => change({ sort: target.value as OrderSort })}
      >
        <Options of={Object.entries(orderSorts)} />
      </SelectField>
    </div>
  );
}
