import { createContext, type ReactNode, use } from "react";

/** Returns the HTML of a list item: the cached one of an earlier page with this key, otherwise rendered now. */
export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** Only available on the server. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedItemProps {
  /** The key of the item's HTML: it contains all data of the item. The item must not use `useId`. */
  facts: unknown;
  children: () => ReactNode;
}

/** A list item that many pages contain. The server renders it once, not for every page. */
export function SharedItem({ facts, children }: SharedItemProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return <li>{children()}</li>;
  return <li dangerouslySetInnerHTML={{ __html: getMarkup(JSON.stringify(facts), children) }} />;
}
