import { type ComponentType, useId, useRef } from "react";
import { links } from "#contract/links.ts";
import type { Loading } from "#client/load.ts";
import { useLoaded } from "#client/loading.tsx";
import { scrollBehavior } from "#client/scroll-restoration.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Section } from "#ui/section.tsx";
import type { ProductCard as Card } from "../card.ts";
import {
  getEmptyListText,
  listMessages,
  NEWLY_LAUNCHED,
  NEWLY_LAUNCHED_NARROW,
  newlyLaunched,
  describeListFailure,
} from "../listing.ts";
import { LaunchedSlides } from "./launched-slides.tsx";
import { ListProblem } from "./list-problem.tsx";
import styles from "./newly-launched.module.css";
import { ProductGridSkeleton } from "./product-grid-skeleton.tsx";
import { useAllLaunched } from "./use-all-launched.ts";

/** The room left above the section when it is folded up again (§2.4). */
const SCROLL_OFFSET = 100;

/** The newest products, and how many the shop has in all. */
export interface Launched {
  cards: Card[];
  total: number;
}

interface NewlyLaunchedProps {
  launched: Loading<Launched>;
  /** What puts a product into the bag. */
  Action: ComponentType<{ product: Card }>;
}

/**
 * Newly Launched in its three widths (§2.4, D42): a grid of 8 above 768 px, one slide at a time from 431 to 768,
 * the first 4 at 430 or less. The same list stands behind all three; the style sheet chooses.
 */
export function NewlyLaunched({ launched, Action }: NewlyLaunchedProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const outcome = useLoaded(launched);
  const scrollBack = () => {
    const top = (section.current?.getBoundingClientRect().top ?? 0) + window.scrollY - SCROLL_OFFSET;
    window.scrollTo({ top, behavior: scrollBehavior() });
  };
  return (
    <Section ref={section} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId}>{newlyLaunched.heading}</h2>
        <p className={styles.subtitle}>{newlyLaunched.subtitle}</p>
      </header>
      {outcome.state === "loading" && (
        <div className={styles.waiting}>
          <ProductGridSkeleton className={styles.products} />
        </div>
      )}
      {outcome.state === "failed" && (
        <ListProblem>{listMessages.errorMark + describeListFailure(outcome.failure, "home")}</ListProblem>
      )}
      {outcome.state === "loaded" &&
        (outcome.value.cards.length > 0 ? (
          <LaunchedProducts first={outcome.value} Action={Action} folded={scrollBack} />
        ) : (
          <p className={styles.none}>{getEmptyListText({})}</p>
        ))}
    </Section>
  );
}

interface LaunchedProductsProps {
  first: Launched;
  Action: ComponentType<{ product: Card }>;
  /** Called when 'Show Less' was pressed. */
  folded: () => void;
}

function LaunchedProducts({ first, Action, folded }: LaunchedProductsProps) {
  const { shown, open, busy, problem, unfold, fold } = useAllLaunched(first);
  const toggle = () => {
    if (!open) return unfold();
    fold();
    folded();
  };
  return (
    <>
      <LaunchedSlides products={shown} Action={Action} open={open} />
      {problem && <p role="alert">{problem}</p>}
      {first.total > NEWLY_LAUNCHED_NARROW && (
        <div className={classNames(styles.toggle, first.total <= NEWLY_LAUNCHED && styles.narrowOnly)}>
          <Button variant="secondary" busy={busy} aria-expanded={open} onClick={toggle}>
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
