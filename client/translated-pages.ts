/*
 * When a browser translates a page, it replaces text nodes with <font> elements. React still refers to the old text
 * nodes: removing one throws, and changing one has no visible effect. This module changes nothing until the browser
 * inserts the first <font>.
 */

const translations = new WeakMap<Node, Element>();

let isTranslated = false;

/** True if hydration failed because the browser had already translated the page. React then renders the page again. */
export const isByTranslation = (cause: unknown): boolean =>
  isTranslated && cause instanceof Error && /React error #418;|^Hydration failed/.test(cause.message);

/** Records which text nodes the browser replaces with translations. Call this before hydration. */
export function followTranslations(): void {
  let isGuarded = false;
  isTranslated = document.querySelector("font") !== null;
  new MutationObserver((records) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (font?.parentNode !== target) continue;
        translations.set(text, font);
        isTranslated = true;
        if (!isGuarded) guardTexts();
        isGuarded = true;
      }
  }).observe(document.documentElement, { childList: true, subtree: true });
}

const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";

const findTranslation = (text: Node, parent: Node): Node | null => {
  const font = translations.get(text);
  return font?.parentNode === parent ? font : null;
};

function guardTexts(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const font = findTranslation(child, this);
    if (font) removeChild.call(this, font);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    previous: Node | null,
  ): Child {
    translations.get(child)?.remove();
    const place = previous && previous.parentNode !== this ? findTranslation(previous, this) : previous;
    return insertBefore.call(this, child, place) as Child;
  };
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    translations.get(child)?.remove();
    return appendChild.call(this, child) as Child;
  };
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text);
      // Put the changed text node in place of its translation. The browser then translates the new text.
      if (this.parentNode === null) translations.get(this)?.replaceWith(this);
    },
  });
}
