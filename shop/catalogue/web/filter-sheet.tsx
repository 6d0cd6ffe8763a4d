import { useId } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import styles from "./filter-bar.module.css";
import { PriceFields, SortRows, WoodFields } from "./filter-fields.tsx";
import { useFilters } from "./use-filters.ts";

interface FilterSheetProps {
  /** The route the listing is on; the filters stay on it. */
  pathname: string;
  query: ListingQuery;
  kind: "filter" | "sort";
  open: boolean;
  onClose: () => void;
}

/** The filters, or the order, as a bottom sheet (§2.5, §9: below 768 px). */
export function FilterSheet({ kind, open, onClose, pathname, query }: FilterSheetProps) {
  const id = useId();
  const filters = useFilters(pathname, query, onClose);
  return (
    <Drawer
      side="bottom"
      title={kind === "filter" ? "Filter" : "Sort by"}
      open={open}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} wide>
          Apply
        </Button>
      }
    >
      <form id={id} {...filters.form} className={styles.sheet}>
        {kind === "filter" ? (
          <>
            <WoodFields query={query} />
            <PriceFields query={query} error={filters.priceError} />
          </>
        ) : (
          <SortRows query={query} />
        )}
      </form>
    </Drawer>
  );
}
