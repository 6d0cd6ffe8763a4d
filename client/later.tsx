import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useNavigationType } from "./router/react.tsx";

/** Renders content below the first screen a moment after the rest of a page that a navigation has opened. */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
