import type { FocusEventHandler } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { IN_STOCK, materialOptions, readListing } from "../../filters.ts";
import type { Facets } from "../../listing.ts";
import { getSortingLabel, listSortOptions } from "../../sorting.ts";
import { useNavigation } from "../navigation.ts";
import styles from "./filter-fields.module.css";

interface FieldsProps {
  query: ListingQuery;
}

export function WoodFields({ query }: FieldsProps) {
  const materials = useNavigation()?.materials ?? materialOptions;
  const chosen = readListing(query).materials.map((wood) => wood.toLowerCase());
  return (
    <fieldset>
      <legend className={styles.legend}>Material</legend>
      <div className="row wrap gap-2">
        {materials.map((wood) => (
          <Chip key={wood} name="material" value={wood} isOn={chosen.includes(wood.toLowerCase())} />
        ))}
      </div>
    </fieldset>
  );
}

interface KindFieldsProps extends FieldsProps {
  facets: Facets | null;
}

/** Lists the subcategories to choose from. Empty if the query has a subcategory or there is nothing to choose. */
export function listOfferedKinds({ query, facets }: KindFieldsProps): Facets["kinds"] {
  const { kinds } = readListing(query);
  const missing = kinds.filter((kind) => !facets?.kinds.some(({ name }) => isSameText(name, kind)));
  const offered = [...(facets?.kinds ?? []), ...missing.map((name) => ({ name, count: 0 }))];
  return query.subcategory !== undefined || (offered.length < 2 && kinds.length === 0) ? [] : offered;
}

export function KindFields({ query, facets }: KindFieldsProps) {
  const { kinds } = readListing(query);
  const isChosen = (name: string) => kinds.some((kind) => isSameText(kind, name));
  return (
    <fieldset>
      <legend className="visually-hidden">Product type</legend>
      <div className="row wrap gap-2">
        {listOfferedKinds({ query, facets }).map(({ name, count }) => (
          <Chip key={name} name="kind" value={name} isOn={isChosen(name)} count={facets ? count : null} />
        ))}
      </div>
    </fieldset>
  );
}

/** The filter is hidden if no product is in stock, because the list would be empty. It stays visible if it is on. */
export function StockField({ query, facets }: KindFieldsProps) {
  const isOn = readListing(query).inStock;
  const count = facets?.inStock ?? null;
  if (count === 0 && !isOn) return null;
  return (
    <fieldset>
      <legend className="visually-hidden">Availability</legend>
      <Chip name="inStock" value={IN_STOCK} label="In stock" isOn={isOn} count={count} />
    </fieldset>
  );
}

interface ChipProps {
  name: string;
  value: string;
  label?: string;
  isOn: boolean;
  count?: number | null;
}

const Chip = ({ name, value, label = value, isOn, count = null }: ChipProps) => (
  <label className={styles.wood}>
    <input type="checkbox" name={name} value={value} defaultChecked={isOn} className="visually-hidden" />
    {label}
    {count !== null && <span className={styles.count}>{count}</span>}
  </label>
);

export interface PriceError {
  field: "minPrice" | "maxPrice";
  message: string;
}

interface PriceFieldsProps extends FieldsProps {
  error: PriceError | null;
  onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** The fields for minimum and maximum price, in rupees without tax (D106). An empty field means no limit. */
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
          error={error?.field === name ? error.message : undefined}
          onBlur={onBlur}
          className={styles.price}
        />
      ))}
    </div>
  </fieldset>
);

export const SortField = ({ query }: FieldsProps) => (
  <SelectField
    label="Sort by"
    name="sortOption"
    defaultValue={getSortingLabel(readListing(query).sorting)}
    className={styles.sort}
  >
    <Options of={listSortOptions(query)} />
  </SelectField>
);
