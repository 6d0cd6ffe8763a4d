import { type MouseEvent, useState } from "react";
import { goTo } from "#lib/links.tsx";

/** How long a form shrinks before the next page comes, in milliseconds (§2.9, §9). */
export const LEAVING_MS = 500;

/** Plays a farewell before following a link: `leaving` is true meanwhile, `onClick` belongs on the link. */
export function useLeaving() {
  const [leaving, setLeaving] = useState(false);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    setLeaving(true);
    setTimeout(() => void goTo(pathname + search), LEAVING_MS);
  };
  return { leaving, onClick };
}
