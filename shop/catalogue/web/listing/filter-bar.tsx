import ArrowUpDown from "lucide/dist/esm/icons/arrow-up-down.mjs";
import ListFilter from "lucide/dist/esm/icons/list-filter.mjs";
import { type RefObject, useRef, useState } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { onDemand } from "#client/on-demand.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { filterTags } from "../../filters.ts";
import { findSubcategory } from "../../subcategories.ts";
import { PriceFields, SortField, WoodFields } from "./filter-fields.tsx";
import { loadListingPart } from "./load-listing-part.ts";
import { useFilters } from "./use-filters.ts";
import styles from "./filter-bar.module.css";

const Sheet = onDemand(async () => (await import("./filter-sheet.tsx")).FilterSheet);

interface FilterBarProps {
  /** The route the listing is on; the filters stay on it. */
  pathname: string;
  query: ListingQuery;
}

/** The filters and the order of a listing (§2.5): a bar from 768 px, bottom sheets below; a plain form without scripts. */
export function FilterBar({ pathname, query }: FilterBarProps) {
  const [sheet, setSheet] = useState<"filter" | "sort" | null>(null);
  const waiting = Sheet.useWaiting();
  const set = filterTags(query).filter(({ name }) => name !== "sort").length;
  const key = JSON.stringify(query);
  const parts = { onClose: () => setSheet(null), pathname, query, loadPart: loadListingPart };
  return (
    <div className={styles.filters}>
      <Bar key={key} pathname={pathname} query={query} />
      <div className={styles.openers}>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          busy={waiting && sheet === "filter"}
          onPointerEnter={Sheet.fetch}
          onClick={() => setSheet("filter")}
        >
          <Icon of={ListFilter} size={16} strokeWidth={1.5} />
          {set > 0 ? `Filter (${set})` : "Filter"}
        </Button>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          busy={waiting && sheet === "sort"}
          onPointerEnter={Sheet.fetch}
          onClick={() => setSheet("sort")}
        >
          <Icon of={ArrowUpDown} size={16} strokeWidth={1.5} />
          Sort
        </Button>
      </div>
      <Sheet {...parts} kind="filter" open={sheet === "filter"} />
      <Sheet {...parts} kind="sort" open={sheet === "sort"} />
    </div>
  );
}

function Bar({ pathname, query }: FilterBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const filters = useFilters(pathname, query);
  return (
    <form ref={form} {...filters.form} className={styles.bar} aria-label="Filter and sort">
      <HiddenFields pathname={pathname} query={query} />
      <WoodFields query={query} />
      <PriceFields query={query} error={filters.priceError} />
      <SortField query={query} onChange={() => send(form)} />
      <Button type="submit" className={styles.apply}>
        Apply
      </Button>
    </form>
  );
}

/** Parameters that a form sent without scripts must keep. */
function HiddenFields({ pathname, query }: FilterBarProps) {
  const preset = findSubcategory(pathname, undefined);
  return (["category", "subcategory", "collection"] as const).map(
    (name) =>
      query[name] !== undefined &&
      !(name === "subcategory" && query[name] === preset) && (
        <input key={name} type="hidden" name={name} value={query[name]} />
      ),
  );
}

const send = (form: RefObject<HTMLFormElement | null>) => form.current?.requestSubmit();
