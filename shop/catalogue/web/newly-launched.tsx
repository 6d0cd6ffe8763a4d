import { useId, useRef, useEffect, useState } from "react";
import ArrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import type { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import type { Loading } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { scrollBehavior } from "#client/scroll-restoration.ts";
import { useSwipe } from "#client/swipe.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Section } from "#ui/section.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { type ProductCard as Card, toCard } from "../card.ts";
import {
  getEmptyListText,
  listMessages,
  NEWLY_LAUNCHED,
  NEWLY_LAUNCHED_NARROW,
  newlyLaunched,
  describeListFailure,
  getProducts,
} from "../listing.ts";
import { listProducts } from "../endpoints.ts";
import { ListProblem } from "./list-problem.tsx";
import { ProductGridSkeleton } from "./product-grid-skeleton.tsx";
import { ProductCard } from "./product-card.tsx";
import styles from "./newly-launched.module.css";

/** Distance in px between the top of the window and the collapsed section, after scrolling back to it (§2.4). */
const SCROLL_OFFSET = 100;

export interface NewProducts {
  cards: Card[];
  total: number;
}

interface NewlyLaunchedProps {
  launched: Loading<NewProducts>;
  title?: string | undefined;
  text?: string | undefined;
}

/** Shows 8 products above 768 px, one at a time from 431 to 768 px, and 4 products up to 430 px (§2.4, D42). */
export function NewlyLaunched({
  launched,
  title = newlyLaunched.heading,
  text = newlyLaunched.subtitle,
}: NewlyLaunchedProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const launchedProducts = useLoaded(launched);
  const scrollBack = () => {
    const top = (section.current?.getBoundingClientRect().top ?? 0) + window.scrollY - SCROLL_OFFSET;
    window.scrollTo({ top, behavior: scrollBehavior() });
  };
  return (
    <Section ref={section} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId}>{title}</h2>
        <p className="measure soft">{text}</p>
      </header>
      {launchedProducts.state === "loading" && (
        <div className={styles.waiting}>
          <ProductGridSkeleton className={styles.products} />
        </div>
      )}
      {launchedProducts.state === "failed" && (
        <ListProblem>{describeFailure(launchedProducts.failure)}</ListProblem>
      )}
      {launchedProducts.state === "loaded" &&
        (launchedProducts.value.cards.length > 0 ? (
          <LaunchedProducts first={launchedProducts.value} folded={scrollBack} />
        ) : (
          <p className={styles.none}>{getEmptyListText({})}</p>
        ))}
    </Section>
  );
}

function LaunchedProducts({ first, folded }: { first: NewProducts; folded: () => void }) {
  const [isRequested, setIsRequested] = useState(false);
  const [tries, setTries] = useState(0);
  const all = useResponse(tries > 0 ? String(tries) : null, loadAllLaunched);
  const isComplete = first.total <= first.cards.length;
  const open = isRequested && (isComplete || all.state === "loaded");
  const toggle = () => {
    setIsRequested(!open);
    if (open) folded();
    else if (!isComplete && (tries === 0 || all.state === "failed")) setTries(tries + 1);
  };
  const opened = all.state === "loaded" ? all.value : first.cards;
  return (
    <>
      <LaunchedSlides products={open ? opened : first.cards.slice(0, NEWLY_LAUNCHED)} open={open} />
      {all.state === "failed" && <p role="alert">{describeFailure(all.failure)}</p>}
      {first.total > NEWLY_LAUNCHED_NARROW && (
        <div className={classNames(styles.toggle, first.total <= NEWLY_LAUNCHED && styles.narrowOnly)}>
          <Button
            variant="secondary"
            busy={isRequested && tries > 0 && all.state === "loading"}
            aria-expanded={open}
            onClick={toggle}
          >
            {open ? newlyLaunched.showLess : newlyLaunched.showAll}
          </Button>
        </div>
      )}
      <noscript>
        <p>
          <a href={links.products()}>{newlyLaunched.showAll}</a>
        </p>
      </noscript>
    </>
  );
}

const SIZES = "(min-width: 769px) min(23vw, 290px), (min-width: 431px) 480px, 46vw";

/** In windows 431 to 768 px wide, the slides form a loop. At other widths, CSS ignores `data-turn` and `data-way`. */
function LaunchedSlides({ products, open }: { products: readonly Card[]; open: boolean }) {
  const [{ current, leaving, way }, setSlides] = useState({ current: 0, leaving: -1, way: "on" });
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);

  const count = products.length;
  const at = Math.min(current, count - 1);
  const go = (steps: 1 | -1) =>
    setSlides({ current: (at + steps + count) % count, leaving: at, way: steps === 1 ? "on" : "back" });
  const swipe = useSwipe({ left: () => go(1), right: () => go(-1) });

  return (
    <div className={styles.stage}>
      <ul
        className={classNames(styles.products, isLive && styles.live)}
        data-open={open || undefined}
        {...swipe}
      >
        {products.map((product, index) => (
          <li
            key={product._id}
            className={styles.slide}
            data-turn={index === at ? "in" : index === leaving ? "out" : undefined}
            data-way={leaving < 0 ? undefined : way}
          >
            <ProductCard product={product} sizes={SIZES} level={3} />
          </li>
        ))}
      </ul>
      {count > 1 && (
        <div className={styles.arrows}>
          <IconButton label="Previous product" icon={ArrowLeft} onClick={() => go(-1)} />
          <p className={styles.place} aria-live="polite">
            {at + 1} of {count}
          </p>
          <IconButton label="Next product" icon={ArrowRight} onClick={() => go(1)} />
        </div>
      )}
    </div>
  );
}

/** The section shows at most this many products; the listing shows the others (D44). */
const ALL_LAUNCHED = 48;

async function loadAllLaunched(signal: AbortSignal): Promise<Card[]> {
  const listing = await call(listProducts, { query: { page: "1", limit: String(ALL_LAUNCHED) } }, signal);
  return getProducts(listing).map(toCard);
}

const describeFailure = (failure: ApiError): string =>
  listMessages.errorMark + describeListFailure(failure, "home");
