import { checkOutAll, planCheckouts, formatStatuses } from "./checkout.ts";
import { runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { waitUntil } from "./moment.ts";
import { toNoneFigure, type Scenario, toTimeFigure, type Figure } from "../scenario.ts";

const ROUNDS = 3;
const GONE_WITHIN_MS = 25_000;
const ROUND_ENDS_WITHIN_MS = 300_000;

export const leave: Scenario = {
  name: "leave",
  summary: "SIGTERM during concurrent checkouts",
  threat: "T25",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(run) {
    return runInShop(run, { rounds: ROUNDS }, async ({ shop, listBuyers, rareIn }) => {
      const figures: Figure[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const seen = planCheckouts(listBuyers(round), rareIn(round));
        const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
        await waitUntil("some orders are acknowledged", () => seen.acknowledged >= (round + 1) * 10);
        const began = performance.now();
        const code = await shop.end("SIGTERM");
        const took = performance.now() - began;
        await shop.open();
        await checkouts;
        run.say(
          `round ${round + 1}: gone after ${Math.round(took)} ms with ${code} (${formatStatuses(seen)})`,
        );
        figures.push(
          toNoneFigure("did not leave in good order", code === 0 ? [] : [String(code)]),
          toTimeFigure("gone after SIGTERM", took, GONE_WITHIN_MS),
          ...(await readLedger(shop, seen)),
        );
      }
      return figures;
    });
  },
};
