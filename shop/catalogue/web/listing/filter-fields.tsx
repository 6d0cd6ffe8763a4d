import Check from "lucide/dist/esm/icons/check.mjs";
import type { FocusEventHandler } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { materialOptions, readListing } from "../../filters.ts";
import { getSortingLabel, listSortOptions } from "../../sorting.ts";
import { useNavigation } from "../navigation.ts";
import styles from "./filter-fields.module.css";

interface FieldsProps {
  /** The filters of the address: the fields begin with them. */
  query: ListingQuery;
}

/** The woods, any of them (§2.5, §9). */
export function WoodFields({ query }: FieldsProps) {
  const materials = useNavigation()?.materials ?? materialOptions;
  const chosen = readListing(query).materials.map((wood) => wood.toLowerCase());
  return (
    <fieldset>
      <legend className={styles.legend}>Material</legend>
      <div className={styles.woods}>
        {materials.map((wood) => (
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

interface PriceFieldsProps extends FieldsProps {
  error: PriceError | null;
  onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** The two bounds, in rupees without tax (D106); empty is open. */
export const PriceFields = ({ query, error, onBlur }: PriceFieldsProps) => (
  <fieldset>
    <legend className={styles.legend}>Price before GST</legend>
    <div className={styles.prices}>
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
          onBlur={onBlur}
          className={styles.price}
        />
      ))}
    </div>
  </fieldset>
);

/** The order as a list that folds up. */
export const SortField = ({ query }: FieldsProps) => (
  <SelectField
    label="Sort by"
    name="sortOption"
    defaultValue={getSortingLabel(readListing(query).sorting)}
    className={styles.sort}
  >
    {listSortOptions(query).map((label) => (
      <option key={label} value={label}>
        {label}
      </option>
    ))}
  </SelectField>
);
