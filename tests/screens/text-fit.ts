import type { Page } from "@playwright/test";
import { layOutWhole } from "./steps.ts";

/** The text spacing of WCAG 1.4.12. The content security policy allows no `style` element. */
export const setTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });

export async function listMisfits(page: Page): Promise<string[]> {
  await layOutWhole(page);
  return page.evaluate(findMisfits);
}

function findMisfits(): string[] {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const misfits = new Set<string>();
  /** True if only screen readers read the text, such as the header of a table that is shown as cards. */
  const isClipped = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".visually-hidden, [inert], [aria-hidden='true'], noscript, script, option, select") &&
    !isClipped(element);
  const texts: { words: string; box: DOMRect; element: Element }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim() ?? "";
    if (!element || words === "" || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 1 && box.height > 1) texts.push({ words: words.slice(0, 50), box, element });
    }
  }
  for (const { words, box, element } of texts) {
    for (let around: Element | null = element; around && around !== root; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const frame = around.getBoundingClientRect();
      const cut =
        (overflowX === "hidden" || overflowX === "clip") &&
        (box.right > frame.right + 2 || box.left < frame.left - 2);
      const cutBelow =
        (overflowY === "hidden" || overflowY === "clip") &&
        (box.bottom > frame.bottom + 4 || box.top < frame.top - 4);
      if (cut || cutBelow) misfits.add(`cut off: ${words}`);
      if (overflowX === "auto" || overflowX === "scroll" || position === "fixed") break;
      if (box.right > window.innerWidth + 1 && around.parentElement === root)
        misfits.add(`beside the window: ${words}`);
    }
  }
  /** Returns the sticky or fixed bar around the element, or else the root. A bar may cover texts that scroll. */
  const getBar = (element: Element): Element | null => {
    const isBar = ["sticky", "fixed"].includes(getComputedStyle(element).position);
    return isBar || element === root ? element : element.parentElement && getBar(element.parentElement);
  };
  /** True if a container, such as a drawer, is scrolled so that the element is invisible. */
  const isScrolledOut = (element: Element | null, middle: number): boolean => {
    if (element === null || element === root) return false;
    const { top, bottom } = element.getBoundingClientRect();
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
    return (scrolls && (middle < top || middle > bottom)) || isScrolledOut(element.parentElement, middle);
  };
  const drawn = texts.filter(({ element, box }) => !isScrolledOut(element, (box.top + box.bottom) / 2));
  // Reduces each box to about its letters. Boxes are higher, so they may overlap although the letters do not.
  const letters = drawn.map(({ box, ...text }) => ({
    ...text,
    top: box.top + box.height * 0.25,
    bottom: box.bottom - box.height * 0.25,
    left: box.left + 1,
    right: box.right - 1,
  }));
  letters.forEach((one, index) => {
    for (const other of letters.slice(index + 1)) {
      if (one.element === other.element || getBar(one.element) !== getBar(other.element)) continue;
      if (
        one.left < other.right &&
        other.left < one.right &&
        one.top < other.bottom &&
        other.top < one.bottom
      ) {
        misfits.add(`over each other: ${one.words} | ${other.words}`);
      }
    }
  });
  if (document.documentElement.scrollWidth > window.innerWidth) misfits.add("the page scrolls sideways");
  return [...misfits];
}
