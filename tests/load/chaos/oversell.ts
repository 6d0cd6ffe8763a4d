import { checkOutAll, plan, type Seen, statusesOf } from "./checkout.ts";
import { BUYERS, inShop, type Member } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { none, type Scenario } from "../scenario.ts";

const ROUNDS = 50;
const PIECES = 10;
const ROUND_ENDS_WITHIN_MS = 120_000;

export const oversell: Scenario = {
  name: "oversell",
  summary: `${BUYERS} customers order one of ${PIECES} pieces at the same moment, ${ROUNDS} times`,
  threat: "T14",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (stage) =>
    inShop(stage, { rounds: ROUNDS, pieces: PIECES }, async ({ shop, crowdIn, rareIn }) => {
      const rounds: Seen[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const seen = everybodyWants(crowdIn(round), rareIn(round));
        await checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
        rounds.push(seen);
        if (round % 10 === 9)
          stage.say(`round ${round + 1}: ${seen.acknowledged} orders (${statusesOf(seen)})`);
      }
      const wrong = rounds.flatMap(({ acknowledged }, round) =>
        acknowledged === PIECES ? [] : [`round ${round + 1}: ${acknowledged} orders`],
      );
      return [
        { what: "rounds", value: rounds.length },
        none(`rounds with more or fewer than ${PIECES} orders`, wrong),
        ...(await readLedger(shop, together(rounds), PIECES)),
      ];
    }),
};

/** One piece each; no one pays, so that each piece stays held. */
function everybodyWants(crowd: readonly Member[], rareId: string): Seen {
  const seen = plan(crowd, rareId);
  for (const checkout of seen.checkouts) Object.assign(checkout, { productId: rareId, pays: false });
  return seen;
}

const together = (rounds: readonly Seen[]): Seen => ({
  ...plan([], ""),
  checkouts: rounds.flatMap(({ checkouts }) => checkouts),
  anomalies: rounds.flatMap(({ anomalies }) => anomalies),
});
