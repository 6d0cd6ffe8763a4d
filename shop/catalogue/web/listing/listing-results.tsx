import { type ComponentType, useState } from "react";
import { type ListingQuery, links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import type { LoadOutcome } from "#client/answer.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { EmptyStateProps } from "#ui/empty-state.tsx";
import type { ProductCard as Card } from "../../card.ts";
import { removeFilters, filterTags } from "../../filters.ts";
import { getEmptyListText, listMessages, describeListFailure } from "../../listing.ts";
import { buildListingHref, getSelectionKey } from "../../listing-address.ts";
import { CompareSizesButton } from "../compare-sizes-button.tsx";
import { ListProblem } from "../list-problem.tsx";
import { PricePresets } from "../price-presets.tsx";
import { ProductGridSkeleton } from "../product-grid-skeleton.tsx";
import { ProductGrid } from "./product-grid.tsx";
import type { Scene } from "./scene-tile.tsx";
import { useFollowInPlace } from "./use-filters.ts";
import type { ListingPart, ShownParts } from "./use-shown-parts.ts";
import styles from "./listing-results.module.css";

/** Number of cards whose pictures are fetched first: the first row of a phone. More of them only hinder one another. */
const FIRST_SCREEN = 2;

interface ListingResultsProps {
  pathname: string;
  query: ListingQuery;
  shown: ShownParts | null;
  outcome: LoadOutcome<ListingPart>;
  scenes: readonly Scene[] | undefined;
  /** Button that adds a product to the bag. */
  Action: ComponentType<{ product: Card }>;
  /** The text in place of an empty list. */
  Empty: ComponentType<EmptyStateProps>;
}

/** The products of a listing in all their states (§2.5): loading, failed, none, there. */
export function ListingResults(props: ListingResultsProps) {
  const { pathname, query, shown, outcome, scenes, Action, Empty } = props;
  const before = useLastOf(shown, getSelectionKey(query));
  const visible = shown ?? before;
  const loading = outcome.state === "loading";
  const followInPlace = useFollowInPlace();
  if (outcome.state === "failed" && !shown?.total) {
    return <ListProblem>{describeListFailure(outcome.failure, "listing")}</ListProblem>;
  }
  if (!visible) return <ProductGridSkeleton />;
  if (visible.total === 0 && !loading) return <Nothing {...{ pathname, query, Empty }} />;
  return (
    <>
      <div className={styles.head}>
        <p role="status" className={styles.count}>
          {loading ? listMessages.loading : countText(visible)}
        </p>
        <CompareSizesButton query={query} className={styles.scale} />
        {!query.subcategory && <PricePresets pathname={pathname} query={query} onClick={followInPlace} />}
      </div>
      {visible.from > 1 && (
        <More href={buildListingHref(pathname, query, visible.from - 1)} busy={loading}>
          Show earlier
        </More>
      )}
      <div data-stale={!shown || undefined} className={styles.products} aria-busy={loading}>
        <ProductGrid products={visible.cards} Action={Action} firstScreen={FIRST_SCREEN} scenes={scenes} />
      </div>
      {outcome.state === "failed" && (
        <ListProblem>{describeListFailure(outcome.failure, "listing")}</ListProblem>
      )}
      {visible.more && outcome.state !== "failed" && (
        <More href={buildListingHref(pathname, query, visible.to + 1)} busy={loading}>
          Show more
        </More>
      )}
    </>
  );
}

/** A further page: joins the list without moving it, and opens by itself where there are no scripts. */
function More({ href, busy, children }: { href: string; busy: boolean; children: string }) {
  const followInPlace = useFollowInPlace({ replace: true });
  return (
    <div className={styles.more}>
      <ButtonLink
        variant="secondary"
        href={href}
        onClick={(event) => (busy ? event.preventDefault() : followInPlace(event))}
        aria-disabled={busy || undefined}
      >
        {children}
      </ButtonLink>
    </div>
  );
}

function Nothing({ pathname, query, Empty }: Pick<ListingResultsProps, "pathname" | "query" | "Empty">) {
  const filtered = filterTags(query).some(({ name }) => name !== "sort");
  return (
    <Empty
      title={getEmptyListText(query)}
      text={filtered ? "No pieces match all of these filters. Remove one, or clear them all." : undefined}
      action={
        filtered ? (
          <ButtonLink href={buildListingHref(pathname, removeFilters(query))}>Clear filters</ButtonLink>
        ) : (
          <ButtonLink href={links.products()}>See all products</ButtonLink>
        )
      }
    />
  );
}

/** The list shown last, while the same listing is viewed: it stays until the new one is there. */
function useLastOf(shown: ShownParts | null, selection: string): ShownParts | null {
  const [last, setLast] = useState({ shown, selection });
  if (shown && shown !== last.shown) setLast({ shown, selection });
  return last.selection === selection ? last.shown : null;
}

const countText = ({ cards, total }: ShownParts): string =>
  cards.length < total ? `${cards.length} of ${formatCount(total, "piece")}` : formatCount(total, "piece");
