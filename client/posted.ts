import { createContext, use } from "react";
import type { Posted } from "#contract/form.ts";
import { useNavigationType } from "./router/react.tsx";

/** The result of the form that was posted to this page without scripts; null for a page that was simply opened. */
export const PostedContext = createContext<Posted | null>(null);

/** Stays the same until the visitor opens another page. */
export function usePosted(): Posted | null {
  const posted = use(PostedContext);
  return useNavigationType() === "open" ? posted : null;
}
