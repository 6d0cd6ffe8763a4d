import { useState } from "react";
import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import { toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { listMessages, NEWLY_LAUNCHED, getProducts, describeListFailure } from "../listing.ts";
import type { Launched } from "./newly-launched.tsx";

/** 'View All' goes so far; the rest of a larger catalogue is what the listing is for (D44). */
const ALL_LAUNCHED = 48;

/** Newly Launched, folded and unfolded: the products after the first come when they are asked for. */
export function useAllLaunched(first: Launched) {
  const [wanted, setWanted] = useState(false);
  const [tries, setTries] = useState(0);
  const all = useAnswer(tries > 0 ? String(tries) : null, async (signal) =>
    getProducts(await call(listProducts, { query: { page: "1", limit: String(ALL_LAUNCHED) } }, signal)).map(
      toCard,
    ),
  );
  const isAllThere = first.total <= first.cards.length;
  const open = wanted && (isAllThere || all.state === "loaded");

  const unfold = () => {
    setWanted(true);
    if (!isAllThere && (tries === 0 || all.state === "failed")) setTries(tries + 1);
  };

  return {
    shown: open ? (all.state === "loaded" ? all.value : first.cards) : first.cards.slice(0, NEWLY_LAUNCHED),
    open,
    busy: wanted && tries > 0 && all.state === "loading",
    problem:
      all.state === "failed" ? listMessages.errorMark + describeListFailure(all.failure, "home") : null,
    unfold,
    fold: () => setWanted(false),
  };
}
