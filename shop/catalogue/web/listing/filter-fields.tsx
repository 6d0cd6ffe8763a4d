import Check from "lucide/dist/esm/icons/check.mjs";
import type { ListingQuery } from "#contract/links.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { materialOptions, readListing } from "../../filters.ts";
import { getSortingLabel, sortOptions } from "../../sorting.ts";
import styles from "./filter-fields.module.css";

interface FieldsProps {
  /** The filters of the address: the fields begin with them. */
  query: ListingQuery;
}

/** The woods, any of them (§2.5, §9). */
export function WoodFields({ query }: FieldsProps) {
  const chosen = readListing(query).materials.map((wood) => wood.toLowerCase());
  return (
    <fieldset>
      <legend className={styles.legend}>Material</legend>
      <div className={styles.woods}>
        {materialOptions.map((wood) => (
          <label key={wood} className={styles.wood}>
            <input
              type="checkbox"
              name="material"
              value={wood}
              defaultChecked={chosen.includes(wood.toLowerCase())}
              className="visually-hidden"
            />
            <Icon of={Check} size={16} strokeWidth={1.5} className={styles.check} />
            {wood}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A price input that cannot be applied, and why (D38). */
export interface PriceError {
  field: "minPrice" | "maxPrice";
  whyNot: string;
}

/** The two bounds, in rupees; empty is open. */
export const PriceFields = ({ query, error }: FieldsProps & { error: PriceError | null }) => (
  <fieldset className={styles.prices}>
    <legend className="visually-hidden">Price range</legend>
    {(["minPrice", "maxPrice"] as const).map((name) => (
      <TextField
        key={name}
        type="number"
        name={name}
        label={name === "minPrice" ? "Min price (₹)" : "Max price (₹)"}
        inputMode="decimal"
        min={0}
        step="any"
        defaultValue={query[name] ?? ""}
        error={error?.field === name ? error.whyNot : undefined}
        className={styles.price}
      />
    ))}
  </fieldset>
);

/** The order as a list that folds up; `onChange` may apply it at once. */
export const SortField = ({ query, onChange }: FieldsProps & { onChange?: () => void }) => (
  <SelectField
    label="Sort by"
    name="sortOption"
    defaultValue={getSortingLabel(readListing(query).sorting)}
    onChange={onChange}
    className={styles.sort}
  >
    {sortOptions.map((label) => (
      <option key={label} value={label}>
        {label}
      </option>
    ))}
  </SelectField>
);
