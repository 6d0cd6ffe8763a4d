import { type MouseEvent, useState } from "react";
import { hasModifier } from "#client/router/location.ts";
import { goTo } from "#client/links.tsx";
import { prefersReducedMotion } from "#ui/reduced-motion.ts";

/** Duration of a form's exit animation in ms, after which the next page is shown (§2.9, §9). */
const LEAVING_MS = 500;

export function useLeaving() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (to: string) => {
    if (prefersReducedMotion()) return void goTo(to);
    setIsLeaving(true);
    setTimeout(() => void goTo(to), LEAVING_MS);
  };
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    leave(pathname + search);
  };
  return { leaving: isLeaving, leave, onClick };
}
