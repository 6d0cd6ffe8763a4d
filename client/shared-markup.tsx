import { type ComponentProps, createContext, createElement, type ReactNode, use } from "react";

/** The markup of a part of a page: from an earlier page where there is one under this key, else made now. */
export type GetMarkup = (key: string, render: () => ReactNode) => string;

/** Only the server has it. */
export const SharedMarkupContext = createContext<GetMarkup | null>(null);

interface SharedMarkupProps extends Omit<ComponentProps<"div">, "children" | "ref"> {
  /** The element around the part. */
  as: "footer" | "header" | "li";
  /**
   * The name of the part; with `facts`, it decides everything about its markup. Nothing in it may come from `useId`.
   */
  name: string;
  facts: unknown;
  children: () => ReactNode;
}

/**
 * A part that many pages have alike. The server makes its markup once, not at every page; in the browser it is a part
 * like any other.
 */
export function SharedMarkup({ as, name, facts, children, ...element }: SharedMarkupProps) {
  const getMarkup = use(SharedMarkupContext);
  if (getMarkup === null) return createElement(as, element, children());
  const markup = getMarkup(`${name} ${JSON.stringify(facts)}`, children);
  return createElement(as, { ...element, dangerouslySetInnerHTML: { __html: markup } });
}
