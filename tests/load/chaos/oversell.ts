import { checkOutAll, planCheckouts, type Seen, formatStatuses } from "./checkout.ts";
import { BUYERS, runInShop, type Member } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";

const ROUNDS = 50;
const PIECES = 10;
const ROUND_ENDS_WITHIN_MS = 120_000;

export const oversell: Scenario = {
  name: "oversell",
  summary: `${BUYERS} customers order one of ${PIECES} pieces at the same moment, ${ROUNDS} times`,
  threat: "T14",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, { rounds: ROUNDS, pieces: PIECES }, async ({ shop, listBuyers, rareIn }) => {
      const rounds: Seen[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const seen = planOversell(listBuyers(round), rareIn(round));
        await checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
        rounds.push(seen);
        if (round % 10 === 9)
          run.say(`round ${round + 1}: ${seen.acknowledged} orders (${formatStatuses(seen)})`);
      }
      const wrong = rounds.flatMap(({ acknowledged }, round) =>
        acknowledged === PIECES ? [] : [`round ${round + 1}: ${acknowledged} orders`],
      );
      return [
        { what: "rounds", value: rounds.length },
        toNoneFigure(`rounds with more or fewer than ${PIECES} orders`, wrong),
        ...(await readLedger(shop, mergeRounds(rounds), PIECES)),
      ];
    }),
};

/** One piece each; no one pays, so that each piece stays held. */
function planOversell(crowd: readonly Member[], rareId: string): Seen {
  const seen = planCheckouts(crowd, rareId);
  for (const checkout of seen.checkouts) Object.assign(checkout, { productId: rareId, pays: false });
  return seen;
}

const mergeRounds = (rounds: readonly Seen[]): Seen => ({
  ...planCheckouts([], ""),
  checkouts: rounds.flatMap(({ checkouts }) => checkouts),
  anomalies: rounds.flatMap(({ anomalies }) => anomalies),
});
