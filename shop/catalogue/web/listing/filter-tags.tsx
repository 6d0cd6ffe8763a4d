import X from "lucide/dist/esm/icons/x.mjs";
import type { MouseEvent } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { Icon } from "#ui/icon.tsx";
import { removeFilters, filterTags } from "../../filters.ts";
import { buildListingHref } from "../../listing-address.ts";
import { useFollowInPlace } from "./use-filters.ts";
import styles from "./filter-tags.module.css";

interface FilterTagsProps {
  pathname: string;
  query: ListingQuery;
  /** Called after a tag was removed. The tag had the focus, so the caller must move the focus. */
  removed: () => void;
}

/** The active filters. A click on one removes it (§2.5). They are links, so that they work without JavaScript. */
export function FilterTags({ pathname, query, removed }: FilterTagsProps) {
  const followInPlace = useFollowInPlace();
  const tags = filterTags(query);
  if (tags.length === 0) return null;

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    followInPlace(event);
    if (event.defaultPrevented) removed();
  };
  const none = removeFilters({ ...query, sortOption: "" });
  return (
    <ul className="row wrap gap-2" aria-label="Active filters">
      {tags.map(({ name, label, without }) => (
        <li key={`${name} ${label}`}>
          <a className={styles.tag} href={buildListingHref(pathname, without)} onClick={follow}>
            <span className="visually-hidden">Remove </span>
            {label}
            <Icon of={X} size={16} />
          </a>
        </li>
      ))}
      {tags.length > 1 && (
        <li>
          <a className={styles.all} href={buildListingHref(pathname, none)} onClick={follow}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
