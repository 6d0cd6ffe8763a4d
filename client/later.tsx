import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useNavigationType } from "./router/react.tsx";

/**
 * Content below the first screen. After a navigation it is rendered a moment after the rest of the page. On the first
 * load, and when going back, it is rendered at once.
 */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
