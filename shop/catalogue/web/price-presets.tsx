import type { ComponentProps } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { formatRoundRupees } from "#contract/money.ts";
import { findPricePreset, pricePresets, togglePricePreset } from "../filters.ts";
import { buildListingHref } from "../listing-address.ts";
import styles from "./price-presets.module.css";

interface PricePresetsProps {
  pathname: string;
  query: ListingQuery;
  onClick?: ComponentProps<"a">["onClick"];
}

/** Links that set a maximum price. A second click on a link removes the maximum. */
export const PricePresets = ({ pathname, query, onClick }: PricePresetsProps) => (
  <p className="row wrap middle small soft">
    Under
    {pricePresets.map((rupees) => (
      <a
        key={rupees}
        href={buildListingHref(pathname, togglePricePreset(query, rupees))}
        onClick={onClick}
        aria-current={findPricePreset(query) === rupees || undefined}
        className={styles.preset}
      >
        {formatRoundRupees(rupees)}
      </a>
    ))}
    before GST
  </p>
);
