import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useNavigationType } from "./router/react.tsx";

/**
 * Renders content below the first screen. If a navigation added the page to the history, the content appears a moment
 * after the rest of the page. Otherwise it appears at once.
 */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
