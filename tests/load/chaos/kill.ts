import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, isMissed, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import type { Shop } from "../../support/shop.ts";
import { type Checkout, checkOutAll, planCheckouts, type Seen, formatStatuses } from "./checkout.ts";
import { BUYERS, runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { type Point, points } from "./kill-points.ts";

const LONG_ROUNDS = 20;

const SHORT_ROUNDS = 2;

const SHORT_BUYERS = 60;

const SERVING_WITHIN_MS = 5_000;

const ROUND_ENDS_WITHIN_MS = 300_000;

export interface Round {
  shop: Shop;
  seen: Seen;
  databaseUrl: string | null;
  /** Is called after the kill. */
  after(work: () => Promise<unknown>): void;
}

export const kill: Scenario = {
  name: "kill",
  summary: "kill -9 at named points and at random, during concurrent checkouts",
  threat: "T25",
  engines: ["embedded", "server"],
  inShortForm: true,
  async run(run) {
    const rounds = run.isShort ? SHORT_ROUNDS : LONG_ROUNDS;
    const buyers = run.isShort ? SHORT_BUYERS : BUYERS;
    let databaseUrl: string | null = null;
    const usable = points.filter(({ onServerOnly }) => !onServerOnly || run.engine === "server");
    const crowdOptions = { rounds, buyers, databaseVia: (url: string) => (databaseUrl = url) };
    return runInShop(run, crowdOptions, async ({ shop, listBuyers, rareIn }) => {
      const figures: Figure[] = [];
      for (let number = 0; number < rounds; number++) {
        const seen = planCheckouts(listBuyers(number), rareIn(number));
        const point = usable[number % usable.length] ?? points[0];
        if (!point) break;
        figures.push(...(await playRound(run, { shop, seen, databaseUrl }, point, number)));
      }
      return [{ what: "rounds", value: rounds }, ...figures];
    });
  },
};

async function playRound(
  run: ScenarioRun,
  { shop, seen, databaseUrl }: Omit<Round, "after">,
  point: Point,
  number: number,
): Promise<Figure[]> {
  const giveUp = AbortSignal.timeout(ROUND_ENDS_WITHIN_MS);
  const after: (() => Promise<unknown>)[] = [];
  const checkouts = checkOutAll(shop.url, seen, giveUp);
  await point.come({ shop, seen, databaseUrl, after: (work) => after.push(work) });
  const before = seen.acknowledged;
  await shop.kill();
  for (const work of after) await work();
  const serving = await reopenShop(shop, number % 4 === 3);
  await checkouts;
  const unfinished = seen.checkouts.filter(({ orderId, refusal }) => orderId === null && refusal === null);
  const ledger = await readLedger(shop, seen);
  run.say(
    `round ${number + 1}, ${point.name}: ${before} orders before, ${countPlaced(seen.checkouts)} in all, ` +
      `${ledger.some(isMissed) ? "NOT sound" : "sound"}, serving after ${Math.round(serving)} ms (${formatStatuses(seen)})`,
  );
  return [
    toTimeFigure("serving again after kill -9", serving, SERVING_WITHIN_MS),
    { what: "checkouts without an end", value: unfinished.length, atMost: 0 },
    ...ledger,
  ];
}

const countPlaced = (checkouts: readonly Checkout[]) =>
  checkouts.filter(({ orderId }) => orderId !== null).length;

/** How long it takes from the start to the first answer of `/readyz`. `twice`: it is killed while it starts, too. */
async function reopenShop(shop: Shop, twice: boolean): Promise<number> {
  if (twice) {
    const opening = shop.open().catch(() => {});
    await sleep(200 + Math.random() * 800);
    await shop.kill();
    await opening;
  }
  const began = performance.now();
  await shop.open();
  return performance.now() - began;
}
