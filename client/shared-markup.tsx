import { createContext, type ReactNode, use } from "react";

export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** The server's cache for the HTML of `Shared` parts; null in the browser. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedProps {
  as: "footer" | "header" | "li";
  /** All data that `children` shows. It is used as the cache key. */
  facts: unknown;
  children: () => ReactNode;
  className?: string | undefined;
  "data-ground"?: "dark";
}

/** A part that is the same on many pages. Do not use `useId` in it: the server caches its HTML, so ids would repeat. */
export function Shared({ as: Element, facts, children, ...attributes }: SharedProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return <Element {...attributes}>{children()}</Element>;
  const html = getMarkup(`${Element} ${JSON.stringify(facts)}`, children);
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
