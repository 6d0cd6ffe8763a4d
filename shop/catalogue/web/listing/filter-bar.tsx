import ArrowUpDown from "lucide/dist/esm/icons/arrow-up-down.mjs";
import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import ListFilter from "lucide/dist/esm/icons/list-filter.mjs";
import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ListingQuery } from "#contract/links.ts";
import { onDemand } from "#client/on-demand.tsx";
import { useLocation } from "#client/router/react.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { filterTags, IN_STOCK, readListing } from "../../filters.ts";
import type { Facets } from "../../listing.ts";
import { getSortingLabel } from "../../sorting.ts";
import { findSubcategory } from "../../subcategories.ts";
import {
  KindFields,
  listOfferedKinds,
  PriceFields,
  SortField,
  StockField,
  WoodFields,
} from "./filter-fields.tsx";
import { useFilters } from "./use-filters.ts";
import styles from "./filter-bar.module.css";

const Sheet = onDemand(async () => (await import("./filter-sheet.tsx")).FilterSheet);

interface FilterBarProps {
  pathname: string;
  query: ListingQuery;
  facets: Facets | null;
}

/** The filters (§2.5): a bar from 768 px, bottom sheets in narrower windows, and a plain form without JavaScript. */
export function FilterBar({ pathname, query, facets }: FilterBarProps) {
  const [sheet, setSheet] = useState<"filter" | "sort" | null>(null);
  const isWaiting = Sheet.useWaiting();
  const { key } = useLocation();
  // Close the sheet after Back. It would still show the filters of the page that the visitor has left.
  useLayoutEffect(() => setSheet(null), [key]);
  const activeCount = filterTags(query).filter(({ name }) => name !== "sort").length;
  const parts = { onClose: () => setSheet(null), pathname, query, facets };
  return (
    <div className={styles.filters}>
      <Bar pathname={pathname} query={query} facets={facets} />
      <div className={styles.openers}>
        {(["filter", "sort"] as const).map((kind) => (
          <Button
            key={kind}
            variant="secondary"
            aria-haspopup="dialog"
            busy={isWaiting && sheet === kind}
            onPointerEnter={Sheet.fetch}
            onClick={() => setSheet(kind)}
          >
            <Icon of={kind === "filter" ? ListFilter : ArrowUpDown} size={16} />
            {kind === "sort" ? "Sort" : activeCount > 0 ? `Filter (${activeCount})` : "Filter"}
          </Button>
        ))}
      </div>
      <Sheet {...parts} kind="filter" open={sheet === "filter"} />
      <Sheet {...parts} kind="sort" open={sheet === "sort"} />
    </div>
  );
}

/** The bar of filters. A choice takes effect at once, a price when the focus leaves both price fields. */
function Bar({ pathname, query, facets }: FilterBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const { form: wiring, apply, priceError } = useFilters(pathname, query);
  useFieldsOf(form, query, apply);
  const choose = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!isPrice(target)) apply(currentTarget);
  };
  const leavePrice = ({ target, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    if (target.form && !isPrice(relatedTarget)) apply(target.form);
  };
  return (
    <form ref={form} {...wiring} onChange={choose} className={styles.bar} aria-label="Filter and sort">
      <HiddenFields pathname={pathname} query={query} />
      <WoodFields query={query} />
      <PriceFields query={query} error={priceError} onBlur={leavePrice} />
      <SortField query={query} />
      <More query={query} facets={facets} />
      <Button type="submit" className={styles.apply}>
        Apply
      </Button>
    </form>
  );
}

/** Filters that §2.5 does not mention. The product types are rendered when their panel opens, and in `noscript`. */
function More({ query, facets }: Pick<FilterBarProps, "query" | "facets">) {
  const count = readListing(query).kinds.length;
  const root = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !root.current?.contains(relatedTarget) && root.current) root.current.open = false;
  };
  const kinds = <KindFields query={query} facets={facets} />;
  return (
    <div className={styles.more}>
      {listOfferedKinds({ query, facets }).length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the panel closes on blur
        <details ref={root} className={styles.kinds} onBlur={leave} onToggle={() => setOpened(true)}>
          <summary className="pill gap-2">
            {count > 0 ? `Type (${count})` : "Type"}
            <Icon of={ChevronDown} size={16} />
          </summary>
          <div className={styles.panel}>
            {wasOpened && kinds}
            <noscript>{import.meta.env.SSR && kinds}</noscript>
          </div>
        </details>
      )}
      <StockField query={query} facets={facets} />
    </div>
  );
}

const isPrice = (field: EventTarget | null): boolean =>
  field instanceof HTMLInputElement && field.type === "number";

/** Sets the fields to the filters in the URL. First applies choices made before hydration. */
function useFieldsOf(
  form: RefObject<HTMLFormElement | null>,
  query: ListingQuery,
  apply: (form: HTMLFormElement) => void,
): void {
  const key = JSON.stringify(query);
  const filledQuery = useRef<ListingQuery>(null);
  const follow = useEffectEvent((fields: HTMLFormElement) => {
    if (filledQuery.current === null) apply(fields);
    else if (JSON.stringify(filledQuery.current) !== key) fillFields(fields, query, filledQuery.current);
    filledQuery.current = query;
  });
  useEffect(() => {
    if (form.current) follow(form.current);
  }, [form, key]);
}

/**
 * Sets the fields to the filters of `query`. While a price field has the focus, keeps each price that differs from the
 * `previous` filters, because the visitor is typing it.
 */
function fillFields({ elements }: HTMLFormElement, query: ListingQuery, previous: ListingQuery): void {
  const { materials, sorting, kinds, inStock } = readListing(query);
  const chosen: Record<string, readonly string[]> = {
    material: materials,
    kind: kinds,
    inStock: inStock ? [IN_STOCK] : [],
  };
  for (const field of elements) {
    if (field instanceof HTMLSelectElement) field.value = getSortingLabel(sorting);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.type === "checkbox") field.checked = chosen[field.name]?.includes(field.value) ?? false;
    if (!isPrice(field)) continue;
    const getPrice = (filters: ListingQuery) =>
      String(filters[field.name === "minPrice" ? "minPrice" : "maxPrice"] ?? "");
    if (!isPrice(document.activeElement) || field.value === getPrice(previous)) field.value = getPrice(query);
  }
}

/** The parameters of the URL that a form must keep if it is submitted without JavaScript. */
function HiddenFields({ pathname, query }: Pick<FilterBarProps, "pathname" | "query">) {
  const preset = findSubcategory(pathname, undefined);
  return (["category", "subcategory", "collection", "search"] as const).map(
    (name) =>
      query[name] !== undefined &&
      !(name === "subcategory" && query[name] === preset) && (
        <input key={name} type="hidden" name={name} value={query[name]} />
      ),
  );
}
