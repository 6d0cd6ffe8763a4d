import type { ComponentType } from "react";
import { type ListingQuery, links } from "#contract/links.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { formatCount } from "#contract/text.ts";
import type { LoadOutcome } from "#client/use-response.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { EmptyStateProps } from "#ui/empty-state.tsx";
import type { ProductCard as Card } from "../../card.ts";
import { hasFilters, materialOptions, removeFilters } from "../../filters.ts";
import { getEmptyListText, listMessages, describeListFailure } from "../../listing.ts";
import { buildListingHref } from "../../listing-address.ts";
import { findOtherMaterial } from "../../other-materials.ts";
import { splitIntoWords } from "../../search.ts";
import { CompareSizesButton } from "../compare-sizes-button.tsx";
import { formatPlural, searchList } from "../../subcategories.ts";
import { useNavigation } from "../navigation.ts";
import { SearchForm } from "../search-form.tsx";
import { ListProblem } from "../list-problem.tsx";
import { PricePresets } from "../price-presets.tsx";
import { ProductGridSkeleton } from "../product-grid-skeleton.tsx";
import { ProductGrid, type Scene } from "./product-grid.tsx";
import { useFollowInPlace } from "./use-filters.ts";
import type { ListingPage } from "./load-listing-page.ts";
import type { ShownPages } from "./use-shown-pages.ts";
import styles from "./listing-results.module.css";

/** The number of pictures in the first row on a phone. They are loaded with priority. */
const FIRST_SCREEN = 2;

interface ListingResultsProps {
  pathname: string;
  query: ListingQuery;
  shown: ShownPages | null;
  /** The last list with the same selection. It is shown while the list is loading. */
  last: ShownPages | null;
  outcome: LoadOutcome<ListingPage>;
  scenes: readonly Scene[] | undefined;
  Empty: ComponentType<EmptyStateProps>;
}

export function ListingResults(props: ListingResultsProps) {
  const { pathname, query, shown, last, outcome, scenes, Empty } = props;
  const visible = shown ?? last;
  const isLoading = outcome.state === "loading";
  const followInPlace = useFollowInPlace();
  const materials = useNavigation()?.materials ?? materialOptions;
  if (outcome.state === "failed" && !shown?.total) {
    return <ListProblem>{describeListFailure(outcome.failure, "listing")}</ListProblem>;
  }
  if (!visible) return <ProductGridSkeleton />;
  const close = !visible.more && visible.close.length > 0 && (
    <section aria-labelledby="close-matches" className={styles.close}>
      <h2 id="close-matches" className="h3">
        Close matches
      </h2>
      <ProductGrid products={visible.close} />
    </section>
  );
  if (visible.total === 0 && close && !isLoading)
    return (
      <>
        <p role="status" className="soft">
          {describeNoMatch(query, materials, visible.close)}
        </p>
        {close}
      </>
    );
  if (visible.total === 0 && !isLoading) return <Nothing {...{ pathname, query, Empty }} />;
  return (
    <>
      <div className={styles.head}>
        <p role="status" className={styles.count}>
          {isLoading ? listMessages.loading : countText(visible)}
        </p>
        <CompareSizesButton query={query} />
        {!query.subcategory && <PricePresets pathname={pathname} query={query} onClick={followInPlace} />}
      </div>
      {visible.from > 1 && (
        <More href={buildListingHref(pathname, query, visible.from - 1)} busy={isLoading}>
          Show earlier
        </More>
      )}
      <div data-stale={!shown || undefined} className={styles.products} aria-busy={isLoading}>
        <ProductGrid products={visible.cards} firstScreen={FIRST_SCREEN} scenes={scenes} />
      </div>
      {outcome.state === "failed" && (
        <ListProblem>{describeListFailure(outcome.failure, "listing")}</ListProblem>
      )}
      {visible.more && outcome.state !== "failed" && (
        <More href={buildListingHref(pathname, query, visible.to + 1)} busy={isLoading}>
          Show more
        </More>
      )}
      {close}
    </>
  );
}

function describeNoMatch(query: ListingQuery, materials: readonly string[], close: readonly Card[]): string {
  if (hasFilters(query)) return "No pieces match your search and filters.";
  const { search = "" } = query;
  return `${describeOtherMaterial(search, materials, close) ?? `No piece matches all of “${search}”.`} These come close.`;
}

/**
 * Returns a sentence about a material that the shop does not have. Null if the search names no such material, or if the
 * title of a close match contains it.
 */
function describeOtherMaterial(
  search: string,
  materials: readonly string[],
  close: readonly Card[] = [],
): string | null {
  const shopWords = new Set([...materials, ...close.map(({ title }) => title)].flatMap(splitIntoWords));
  const other = findOtherMaterial(splitIntoWords(search), (word) => shopWords.has(word));
  if (!other) return null;
  const missing = `Nothing here is made of ${other.name}.`;
  if (materials.length > MAX_NAMED_MATERIALS) return missing;
  const list = new Intl.ListFormat(SHOP_LOCALE).format(materials.map((each) => each.toLowerCase()));
  return `${missing} We work with ${list}.`;
}

const MAX_NAMED_MATERIALS = 5;

/** Adds the next or the previous page to the list without scrolling. Without JavaScript, it is an ordinary link. */
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
  const filtered = hasFilters(query);
  if (query.search !== undefined && !filtered) return <NothingFound search={query.search} Empty={Empty} />;
  return (
    <Empty
      title={getEmptyListText(query)}
      text={filtered ? "No pieces match all of these filters. Remove one, or clear them all." : undefined}
      action={
        filtered ? (
          <ButtonLink href={buildListingHref(pathname, removeFilters(query))}>Clear filters</ButtonLink>
        ) : (
          <ButtonLink href={links.products()}>See all pieces</ButtonLink>
        )
      }
    />
  );
}

function NothingFound({ search, Empty }: { search: string } & Pick<ListingResultsProps, "Empty">) {
  const navigation = useNavigation();
  const materials = navigation?.materials ?? materialOptions;
  const kind = navigation?.search[0] ?? searchList[0];
  const wood = navigation?.materials[0] ?? materialOptions[1];
  return (
    <Empty
      title="No products available"
      text={
        <>
          {describeOtherMaterial(search, materials) ??
            `Nothing in the shop fits “${search}”. Check the spelling first.`}{" "}
          You may like <a href={links.products({ subcategory: kind })}>{formatPlural(kind)}</a>,{" "}
          <a href={links.products({ material: wood })}>pieces of {wood.toLowerCase()}</a> or{" "}
          <a href={links.products()}>everything we make</a>.
        </>
      }
      action={<SearchForm key={search} text={search} />}
    />
  );
}

const countText = ({ cards, total }: ShownPages): string =>
  cards.length < total ? `${cards.length} of ${formatCount(total, "piece")}` : formatCount(total, "piece");
