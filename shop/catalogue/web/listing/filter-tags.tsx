import X from "lucide/dist/esm/icons/x.mjs";
import type { MouseEvent } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { hasModifier } from "#client/router/location.ts";
import { useNavigate } from "#client/router/react.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { Icon } from "#ui/icon.tsx";
import { removeFilters, filterTags } from "../../filters.ts";
import { buildListingHref } from "../../listing-address.ts";
import styles from "./filter-tags.module.css";

interface FilterTagsProps {
  pathname: string;
  query: ListingQuery;
  /** Called when one was taken off: the tag that had the focus is gone. */
  removed: () => void;
}

/** The filters that are on; pressing one takes it off (§2.5). Each is a link, so that it works without scripts. */
export function FilterTags({ pathname, query, removed }: FilterTagsProps) {
  const navigate = useNavigate();
  const tags = filterTags(query);
  if (tags.length === 0) return null;

  const follow = (without: ListingQuery) => (event: MouseEvent) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    void navigate(buildListingHref(pathname, without), { preventScrollReset: true });
    removed();
  };
  const none = removeFilters({ ...query, sortOption: "" });
  return (
    <ul className={styles.tags} aria-label="Active filters">
      {tags.map(({ name, label, without }) => (
        <li key={`${name} ${label}`}>
          <a className={styles.tag} href={buildListingHref(pathname, without)} onClick={follow(without)}>
            <VisuallyHidden>Remove </VisuallyHidden>
            {label}
            <Icon of={X} size={16} strokeWidth={1.5} />
          </a>
        </li>
      ))}
      {tags.length > 1 && (
        <li>
          <a className={styles.all} href={buildListingHref(pathname, none)} onClick={follow(none)}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
