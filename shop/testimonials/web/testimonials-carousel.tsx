import ArrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { type ReactNode, useRef, type RefObject, useEffect, useState } from "react";
import { SECOND } from "#contract/time.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { useMedia } from "#client/visibility.ts";
import { ButtonLink } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Section } from "#ui/section.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { listTestimonials } from "../endpoints.ts";
import {
  countCardsAtOnce,
  getLastIndex,
  LOADING_MESSAGE,
  ONE_CARD_UP_TO_PX,
  type Testimonial,
} from "../testimonial.ts";
import styles from "./testimonials-carousel.module.css";

interface InvitationProps {
  feedbackHref?: string;
  title?: string | undefined;
}

/** Sample testimonials are on the home page only (§2.4, D110). */
export function TestimonialsCarousel({ feedbackHref, title = TITLE }: InvitationProps) {
  const isHome = feedbackHref !== undefined;
  const testimonials = useTestimonials()?.filter(({ sample }) => isHome || !sample) ?? null;
  const invitation = feedbackHref && (
    <p className={styles.more}>
      <ButtonLink variant="quiet" href={feedbackHref}>
        Write a testimonial
      </ButtonLink>
    </p>
  );
  if (testimonials === null) {
    return (
      <Section title={title} ground="linen">
        <p className={styles.waiting}>{LOADING_MESSAGE}</p>
      </Section>
    );
  }
  if (testimonials.length > 0)
    return (
      <Carousel title={title} testimonials={testimonials}>
        {invitation}
      </Carousel>
    );
  return (
    invitation && (
      <Section title={title} ground="linen">
        {invitation}
      </Section>
    )
  );
}

const TITLE = "Our Testimonials";
const SAMPLES = "Sample testimonials, until our first customers write their own.";

interface CarouselProps {
  title: string;
  testimonials: readonly Testimonial[];
  children: ReactNode;
}

function Carousel({ title, testimonials, children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const count = testimonials.length;
  const atOnce = countCardsAtOnce(useMedia(NARROW));
  const last = getLastIndex(count, atOnce);
  const [index, moveTo] = useRowIndex(row, last);
  return (
    <Section
      title={title}
      ground="linen"
      action={
        <div className="row middle gap-1">
          <p className={styles.place} aria-live="polite">
            {placeText(index, atOnce, count)}
          </p>
          <IconButton
            label="Previous testimonial"
            icon={ArrowLeft}
            size={20}
            disabled={index === 0}
            onClick={() => moveTo(index - 1)}
          />
          <IconButton
            label="Next testimonial"
            icon={ArrowRight}
            size={20}
            disabled={index === last}
            onClick={() => moveTo(index + 1)}
          />
        </div>
      }
    >
      {testimonials.some(({ sample }) => sample) && <p className={styles.samples}>{SAMPLES}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys scroll the list */}
      <ul ref={row} className={styles.row} tabIndex={0} aria-label="Testimonials">
        {testimonials.map((testimonial) => (
          <Card key={testimonial.id} {...testimonial} />
        ))}
      </ul>
      {children}
    </Section>
  );
}

const Card = ({ name, rating, message }: Testimonial) => (
  <li className={styles.card}>
    <figure className={styles.voice}>
      <StarRating rating={rating} />
      <blockquote className={styles.message}>{message}</blockquote>
      <figcaption className={styles.name}>{name}</figcaption>
    </figure>
  </li>
);

function useTestimonials(): readonly Testimonial[] | null {
  const testimonials = useResponse("all", (signal) => call(listTestimonials, {}, signal));
  return testimonials.state === "loaded" ? testimonials.value : null;
}

const NARROW = `(max-width: ${ONE_CARD_UP_TO_PX}px)`;

/** Returns for example `3–6 of 8`, or `3 of 8` if one testimonial is shown at a time. */
function placeText(index: number, atOnce: number, count: number): string {
  const end = Math.min(index + atOnce, count);
  return end === index + 1 ? `${end} of ${count}` : `${index + 1}–${end} of ${count}`;
}

const STILL_AFTER = SECOND / 8;

/** These events show that the visitor, and not a button, scrolls the row. */
const BY_HAND = ["pointerdown", "touchstart", "wheel", "keydown"] as const;

function useRowIndex(row: RefObject<HTMLUListElement | null>, last: number) {
  const [wantedIndex, setWantedIndex] = useState(0);
  // True if the latest scroll was made by hand, and not with the buttons. The position is not read while a button
  // scrolls, because its animation can pause halfway.
  const byHand = useRef(false);
  const index = Math.min(wantedIndex, last);
  const moveTo = (to: number) => {
    const next = Math.min(Math.max(0, to), last);
    setWantedIndex(next);
    byHand.current = false;
    row.current?.scrollTo({ left: next * measureStep(row.current) });
  };
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const step = measureStep(list);
      if (step > 0 && byHand.current) setWantedIndex(Math.round(list.scrollLeft / step));
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, STILL_AFTER);
    };
    const onHand = () => {
      byHand.current = true;
    };
    list.addEventListener("scroll", onScroll, { passive: true });
    for (const sign of BY_HAND) list.addEventListener(sign, onHand, { passive: true });
    return () => {
      clearTimeout(timer);
      list.removeEventListener("scroll", onScroll);
      for (const sign of BY_HAND) list.removeEventListener(sign, onHand);
    };
  }, [row]);
  return [index, moveTo] as const;
}

function measureStep({ children }: HTMLElement): number {
  const [first, second] = children as unknown as Iterable<HTMLElement>;
  return first && second ? second.offsetLeft - first.offsetLeft : 0;
}
