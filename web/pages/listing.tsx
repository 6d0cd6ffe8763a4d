import { useRef } from "react";
import { usePageData } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { useLocation } from "#client/router/react.tsx";
import { Wrap } from "#ui/section.tsx";
import { hasFilters } from "#shop/catalogue/filters.ts";
import { getSelectionKey, readPageNumber, toListingQuery } from "#shop/catalogue/listing-address.ts";
import { getListingHead } from "#shop/catalogue/listing-head.ts";
import { FilterBar } from "#shop/catalogue/web/listing/filter-bar.tsx";
import { FilterTags } from "#shop/catalogue/web/listing/filter-tags.tsx";
import { ListingHero } from "#shop/catalogue/web/listing/listing-hero.tsx";
import { ListingResults } from "#shop/catalogue/web/listing/listing-results.tsx";
import { ServicesSlider } from "#shop/merchandising/web/services-slider.tsx";
import { useLastOf, useShownPages } from "#shop/catalogue/web/listing/use-shown-pages.ts";
import { EmptyPage } from "../shell/empty-page.tsx";
import type { ListingLoader } from "./listing-data.ts";
import styles from "./listing.module.css";

export { head, loader } from "./listing-data.ts";

export function Component() {
  const { pathname, search } = useLocation();
  const address = { pathname, searchParams: new URLSearchParams(search) };
  const query = toListingQuery(address);
  const { page, homeContent } = usePageData<ListingLoader>();
  const loadedPage = useLoaded(page);
  const home = useLoaded(homeContent);
  const shownPages = useShownPages(JSON.stringify([pathname, query]), readPageNumber(address), loadedPage);
  const last = useLastOf(shownPages, getSelectionKey(query));
  const results = useRef<HTMLDivElement>(null);

  const content = home.state === "loaded" ? home.value : null;
  const isNarrowed = query.search !== undefined || hasFilters(query);
  const shownResults = {
    pathname,
    query,
    shown: shownPages,
    last,
    outcome: loadedPage,
    scenes: content?.scenes,
  };
  const { heading, description } = getListingHead(
    query,
    {
      ...shownPages?.cards[0],
      collection: content?.collection ?? undefined,
    },
    content?.navigation,
  );
  return (
    <>
      <ListingHero
        heading={heading}
        description={description}
        picture={isNarrowed ? "none" : content && (content.tile ?? content.scene)}
        hasBand={query.collection !== undefined}
      />
      <Wrap className="page-end">
        <FilterBar pathname={pathname} query={query} facets={last?.facets ?? null} />
        <div ref={results} tabIndex={-1} className={styles.results}>
          <FilterTags
            pathname={pathname}
            query={query}
            removed={() => results.current?.focus({ preventScroll: true })}
          />
          <ListingResults {...shownResults} Empty={EmptyPage} />
        </div>
      </Wrap>
      {content && <ServicesSlider services={content.services} />}
    </>
  );
}
