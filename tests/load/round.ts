// A round: customers check out while something fails.

import type { Shop } from "../support/shop.ts";
import { checkOutAll, formatStatuses, planCheckouts, type RoundResult } from "./checkout.ts";
import type { Member } from "./crowded-shop.ts";
import { readLedger } from "./ledger.ts";
import type { Figure, ScenarioRun } from "./scenario.ts";
import { waitUntil } from "./watch.ts";

/** Time in ms after which a round that hangs is aborted. */
const ENDS_WITHIN_MS = 300_000;
const ACKNOWLEDGED_BEFORE = 10;

interface Plan {
  shop: Shop;
  buyers: readonly Member[];
  rareId: string;
  /** Resolves when the failure should begin. The default waits for ten acknowledged orders. */
  come?(seen: RoundResult): Promise<void>;
  /** True if some calls may get no response, such as calls to a process that is killed. */
  losesAnswers?: boolean;
}

interface RoundFailure {
  figures: Figure[];
  /** A line that describes the round. It is printed. */
  summary: string;
}

/**
 * Runs checkouts and calls `trouble` during them. `trouble` gets a promise that resolves when all checkouts have ended.
 * Returns the figures of `trouble` and of the ledger.
 */
export async function playRound(
  run: ScenarioRun,
  { shop, buyers, rareId, come = waitForOrders(ACKNOWLEDGED_BEFORE), losesAnswers = false }: Plan,
  trouble: (seen: RoundResult, checkouts: Promise<void>) => Promise<RoundFailure>,
): Promise<Figure[]> {
  const seen = planCheckouts(buyers, rareId);
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
  await come(seen);
  const { figures, summary } = await trouble(seen, checkouts);
  await checkouts;
  run.say(`${summary}; ${seen.acknowledged} orders (${formatStatuses(seen)})`);
  const unfinished = seen.checkouts.filter(({ orderId, refusal }) => orderId === null && refusal === null);
  const unanswered = { what: "calls without a response", value: seen.statuses.get(0) ?? 0, atMost: 0 };
  return [
    ...figures,
    { what: "checkouts that did not end", value: unfinished.length, atMost: 0 },
    ...(losesAnswers ? [] : [unanswered]),
    ...(await readLedger(shop, seen)),
  ];
}

/** Returns a function that waits until `count` orders are acknowledged. */
export const waitForOrders =
  (count: number) =>
  (seen: RoundResult): Promise<void> =>
    waitUntil("some orders are acknowledged", () => seen.acknowledged >= count);
