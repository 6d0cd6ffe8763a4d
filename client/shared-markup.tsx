import { createContext, type ReactNode, use } from "react";

export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** The cache for the HTML of list items; null in the browser. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedProps {
  as: "footer" | "header" | "li";
  /** All data of the part, as the cache key of its HTML. The part must not use `useId`. */
  facts: unknown;
  children: () => ReactNode;
  className?: string | undefined;
  "data-ground"?: "dark";
}

/** A part that is the same on many pages, rendered once by the server. */
export function Shared({ as: Element, facts, children, ...attributes }: SharedProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return <Element {...attributes}>{children()}</Element>;
  const html = getMarkup(`${Element} ${JSON.stringify(facts)}`, children);
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
