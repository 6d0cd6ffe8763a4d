import { checkOutAll, plan, statusesOf } from "./checkout.ts";
import { inShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { until } from "./moment.ts";
import { none, type Scenario, within, type Figure } from "../scenario.ts";

const ROUNDS = 3;
const GONE_WITHIN_MS = 25_000;
const ROUND_ENDS_WITHIN_MS = 300_000;

export const leave: Scenario = {
  name: "leave",
  summary: "SIGTERM during concurrent checkouts",
  threat: "T25",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(stage) {
    return inShop(stage, { rounds: ROUNDS }, async ({ shop, crowdIn, rareIn }) => {
      const figures: Figure[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const seen = plan(crowdIn(round), rareIn(round));
        const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
        await until("some orders are acknowledged", () => seen.acknowledged >= (round + 1) * 10);
        const began = performance.now();
        const code = await shop.end("SIGTERM");
        const took = performance.now() - began;
        await shop.open();
        await checkouts;
        stage.say(`round ${round + 1}: gone after ${Math.round(took)} ms with ${code} (${statusesOf(seen)})`);
        figures.push(
          none("did not leave in good order", code === 0 ? [] : [String(code)]),
          within("gone after SIGTERM", took, GONE_WITHIN_MS),
          ...(await readLedger(shop, seen)),
        );
      }
      return figures;
    });
  },
};
