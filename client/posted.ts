import { createContext, use } from "react";
import type { FormResult } from "#contract/form.ts";
import { useNavigationType } from "./router/react.tsx";

export const PostedContext = createContext<FormResult | null>(null);

/** Returns the result of the posted form; null if no form was posted, or after the first navigation. */
export function usePosted(): FormResult | null {
  const posted = use(PostedContext);
  return useNavigationType() === "open" ? posted : null;
}
