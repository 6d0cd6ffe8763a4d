import { type RefObject, useEffect, useRef, useState } from "react";
import { useNavigationType } from "#client/router/react.tsx";
import { links } from "#contract/links.ts";

/** What a visitor sees of a product before its page is there: the picture of the card that was chosen. */
export interface CardPicture {
  src: string;
  place: DOMRect;
}

/**
 * The card's picture, until the product's own has come, and where it grows from (`data-growing`). The card is still on
 * the screen while the page it leads to is drawn for the first time.
 */
export function useCardPicture(id: string): [CardPicture | null, RefObject<HTMLDivElement | null>] {
  const isStep = useNavigationType() === "push";
  const [card] = useState(() => (isStep ? findCardPicture(links.product(id)) : null));
  const grown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!card) return;
    const frame = requestAnimationFrame(() => grown.current && growFrom(card.place, grown.current));
    return () => cancelAnimationFrame(frame);
  }, [card]);
  return [card, grown];
}

function findCardPicture(href: string): CardPicture | null {
  for (const link of document.querySelectorAll(`article a[href="${CSS.escape(href)}"]`)) {
    const picture = link.closest("article")?.querySelector<HTMLImageElement>("picture img");
    const place = picture?.getBoundingClientRect();
    if (place && picture?.complete && isInView(place)) return { src: picture.currentSrc, place };
  }
  return null;
}

function growFrom(from: DOMRect, element: HTMLElement): void {
  const to = element.getBoundingClientRect();
  // Where the new page still has to scroll to its top there is nothing to be seen of it.
  if (!isInView(to)) return;
  element.style.setProperty("--from-x", `${from.left - to.left}px`);
  element.style.setProperty("--from-y", `${from.top - to.top}px`);
  element.style.setProperty("--from-scale", String(from.width / to.width));
  element.dataset["growing"] = "";
}

const isInView = ({ top, bottom, width }: DOMRect): boolean =>
  width > 0 && bottom > 0 && top < window.innerHeight;
