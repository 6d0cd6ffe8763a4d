import { createContext, type ReactNode, use } from "react";

/** Returns the HTML of a list item. Renders it only if the cache has no HTML for this key. */
export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** The cache of list items' HTML. It is null in the browser, because only the server caches HTML. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedItemProps {
  /** All data of the item. It is the cache key of the item's HTML. The item must not use `useId`. */
  facts: unknown;
  children: () => ReactNode;
}

/** A list item that is the same on many pages. The server renders it once and caches its HTML. */
export function SharedItem({ facts, children }: SharedItemProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return <li>{children()}</li>;
  return <li dangerouslySetInnerHTML={{ __html: getMarkup(JSON.stringify(facts), children) }} />;
}
