import { type RefObject, useEffect, useRef, useState } from "react";
import { SECOND } from "#contract/time.ts";

/** How long the row must have stood still before its place counts. */
const STILL_AFTER = SECOND / 8;

/** What a hand does that pushes the row along. */
const BY_HAND = ["pointerdown", "touchstart", "wheel", "keydown"] as const;

/** Which card is first. The buttons move the row, and a swipe moves the index. */
export function useRowIndex(row: RefObject<HTMLUListElement | null>, last: number) {
  const [wanted, setWanted] = useState(0);
  // A row on its way to where a button sent it may seem to stand still: that is not a place to count.
  const byHand = useRef(false);
  const index = Math.min(wanted, last);
  const moveTo = (to: number) => {
    const next = Math.min(Math.max(0, to), last);
    setWanted(next);
    byHand.current = false;
    row.current?.scrollTo({ left: next * measureStep(row.current) });
  };
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const step = measureStep(list);
      if (step > 0 && byHand.current) setWanted(Math.round(list.scrollLeft / step));
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

/** From the start of one card to that of the next, in px; 0 for a single card. */
function measureStep({ children }: HTMLElement): number {
  const [first, second] = children as unknown as Iterable<HTMLElement>;
  return first && second ? second.offsetLeft - first.offsetLeft : 0;
}
