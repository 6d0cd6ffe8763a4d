import { createContext, type ReactNode, use } from "react";

/** Returns the HTML of a list item, which is rendered only if it is not cached. */
export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** The cache for the HTML of list items; null in the browser. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedItemProps {
  /** All data of the item, as the cache key of its HTML. The item must not use `useId`. */
  facts: unknown;
  children: () => ReactNode;
}

/** A list item that is the same on many pages, rendered once by the server. */
export function SharedItem({ facts, children }: SharedItemProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return <li>{children()}</li>;
  return <li dangerouslySetInnerHTML={{ __html: getMarkup(JSON.stringify(facts), children) }} />;
}
