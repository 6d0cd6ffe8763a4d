import Check from "lucide/dist/esm/icons/check.mjs";
import { type FormEvent, useId, useState } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Icon } from "#ui/icon.tsx";
import { applyFilters, readListing, toPlainQuery } from "../../filters.ts";
import { getSortingLabel, listSortOptions } from "../../sorting.ts";
import { SEARCH_AFTER_TYPING_MS } from "../../search.ts";
import type { Facets } from "../../listing.ts";
import { KindFields, listOfferedKinds, PriceFields, StockField, WoodFields } from "./filter-fields.tsx";
import { loadListingPage } from "./load-listing-page.ts";
import { readChosen, useFilters } from "./use-filters.ts";
import styles from "./filter-sheet.module.css";

interface SheetProps {
  pathname: string;
  query: ListingQuery;
  facets: Facets | null;
  open: boolean;
  onClose: () => void;
}

/** The filters or the sort menu in a bottom sheet, in windows below 768 px (§2.5, §9). */
export function FilterSheet({ kind, ...props }: SheetProps & { kind: "filter" | "sort" }) {
  return kind === "filter" ? <Filters {...props} /> : <Order {...props} />;
}

function Filters({ open, onClose, pathname, query, facets }: SheetProps) {
  const id = useId();
  const filters = useFilters(pathname, query, onClose);
  const [draft, setDraft] = useState<ListingQuery | "invalid" | null>(null);
  if (!open && draft) setDraft(null);
  if (!open && filters.priceError) filters.forgetError();
  const count = useListingCount(!open || draft === "invalid" ? null : (draft ?? query));
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const readQuery = readChosen(currentTarget, query);
    setDraft("message" in readQuery ? "invalid" : applyFilters(query, readQuery));
  };
  return (
    <Drawer
      side="bottom"
      title="Filter"
      open={open}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="visually-hidden">
            {count !== null && formatCount(count, "piece")}
          </p>
          <Button type="submit" form={id} wide>
            {describeAction(count)}
          </Button>
        </>
      }
    >
      <form id={id} {...filters.form} onChange={follow} className="stack gap-6">
        <WoodFields query={query} />
        <PriceFields query={query} error={filters.priceError} />
        {/* Collapsed unless a type is chosen, so that the product list stays visible above the sheet. */}
        {listOfferedKinds({ query, facets }).length > 0 && (
          <Disclosure summary="Product type" open={query.kind !== undefined}>
            <KindFields query={query} facets={facets} />
          </Disclosure>
        )}
        <StockField query={query} facets={facets} />
      </form>
    </Drawer>
  );
}

function Order({ open, onClose, pathname, query }: SheetProps) {
  const filters = useFilters(pathname, query);
  const current = getSortingLabel(readListing(query).sorting);
  const choose = (sortOption: string) => {
    filters.go(toPlainQuery({ ...query, sortOption }));
    onClose();
  };
  return (
    <Drawer side="bottom" title="Sort by" open={open} onClose={onClose}>
      <ul className={styles.rows}>
        {listSortOptions(query).map((label) => (
          <li key={label}>
            <button
              type="button"
              aria-current={label === current || undefined}
              data-initial-focus={label === current ? "" : undefined}
              onClick={() => choose(label)}
            >
              {label}
              <Icon of={Check} size={20} />
            </button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function describeAction(count: number | null): string {
  if (count === null) return "Show pieces";
  return count === 0 ? "No matches" : `Show ${formatCount(count, "piece")}`;
}

function useListingCount(query: ListingQuery | null): number | null {
  const count = useResponse(
    query && JSON.stringify(query),
    async (signal) => (await loadListingPage(call, query ?? {}, 1, signal)).total,
    { keepsLast: true, afterMs: SEARCH_AFTER_TYPING_MS },
  );
  return count.state === "loaded" ? count.value : null;
}
