import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useNavigationType } from "./router/react.tsx";

/**
 * The part of a page below the first screen. After a navigation it is rendered a moment later; on a first load or when
 * going back, at once.
 */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
