import { useState } from "react";
import { call } from "#client/api.ts";
import { type ProductCard, toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { listMessages, NEWLY_LAUNCHED, productsOf, whyNoList } from "../listing.ts";
import type { Launched } from "./newly-launched.tsx";

/** 'View All' goes so far; the rest of a larger catalogue is what the listing is for (D44). */
export const ALL_LAUNCHED = 48;

/** Newly Launched, folded and unfolded: the products after the first come when they are asked for. */
export function useAllLaunched(first: Launched) {
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState<ProductCard[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const unfold = async () => {
    setProblem(null);
    if (all === null && first.total > first.cards.length) {
      setBusy(true);
      try {
        const answer = await call(listProducts, { query: { page: "1", limit: String(ALL_LAUNCHED) } });
        setAll(productsOf(answer).map(toCard));
      } catch (cause) {
        setProblem(listMessages.errorMark + whyNoList(cause, "home"));
        return;
      } finally {
        setBusy(false);
      }
    }
    setOpen(true);
  };

  return {
    shown: open ? (all ?? first.cards) : first.cards.slice(0, NEWLY_LAUNCHED),
    open,
    busy,
    problem,
    unfold: () => void unfold(),
    fold: () => setOpen(false),
  };
}
