import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useNavigationType } from "./router/react.tsx";

/**
 * The part of a page below its first screen. A visitor who steps to the page sees the top of it at once and this a
 * moment later; a page that is opened, or come back to, has it from the first.
 */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
