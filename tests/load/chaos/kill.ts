import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Shop } from "../../support/journey-shop.ts";
import type { RoundResult } from "../checkout.ts";
import { BUYERS, type Member, runInCrowdedShop } from "../crowded-shop.ts";
import { playRound, waitForOrders } from "../ledger.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";

const ROUNDS = 20;
const TERM_ROUNDS = 3;
const SHORT_ROUNDS = 2;
const SHORT_BUYERS = 60;
const SERVING_WITHIN_MS = 5_000;
const GONE_WITHIN_MS = 25_000;

interface Round {
  shop: Shop;
  seen: RoundResult;
  databaseUrl: string | null;
  after: (() => Promise<unknown>)[];
}

/** A moment at which the shop is killed, detected by the shop's responses or by locks in the database. */
interface Point {
  name: string;
  come(round: Round): Promise<unknown>;
  /** True if detecting the moment needs a second database connection. PGlite has only one, so it skips this point. */
  onServerOnly?: true;
}

const points: readonly Point[] = [
  {
    name: "while orders hold stock and have not committed",
    onServerOnly: true,
    come: (round) => holdLock(round, "lock table payment in share row exclusive mode", 3),
  },
  {
    name: "as the tenth order is acknowledged",
    come: ({ seen }) => waitForOrders(10)(seen),
  },
  {
    name: "at a random moment",
    come: ({ seen }) => {
      const share = Math.random() * seen.checkouts.length;
      const ended = () => seen.checkouts.filter((each) => each.orderId ?? each.refusal);
      return waitUntil("a random number of checkouts have ended", () => ended().length >= share);
    },
  },
  {
    name: "as a first card is charged",
    come: ({ seen }) => waitUntil("a card is charged", () => seen.charged >= 1),
  },
  {
    name: "as a first payment window opens",
    come: ({ seen }) => waitUntil("a payment window opens", () => seen.windows >= 1),
  },
  {
    name: "while a sale waits for its invoice number",
    onServerOnly: true,
    come: (round) => holdLock(round, "lock table invoice_series in exclusive mode", 1),
  },
  {
    name: "while the webhooks of charged cards come in",
    come: async ({ seen }) => {
      await waitUntil("ten cards are charged", () => seen.charged >= 10);
      await sleep(30);
    },
  },
  {
    name: "while it shuts down",
    come: async ({ shop, seen }) => {
      await waitForOrders(5)(seen);
      void shop.end("SIGTERM");
      await sleep(50);
    },
  },
];

export const kill: Scenario = {
  name: "kill",
  summary: "kill -9 at named points and at random, during concurrent checkouts",
  threat: "T25",
  engines: ["embedded", "server"],
  inShortForm: true,
  async run(run) {
    const rounds = run.isShort ? SHORT_ROUNDS : ROUNDS;
    const buyers = run.isShort ? SHORT_BUYERS : BUYERS;
    let databaseUrl: string | null = null;
    const usable = points.filter(({ onServerOnly }) => !onServerOnly || run.engine === "server");
    const crowdOptions = { rounds, buyers, databaseVia: (url: string) => (databaseUrl = url) };
    return runInCrowdedShop(run, crowdOptions, async ({ shop, listBuyers, rareIn }) => {
      const figures: Figure[] = [{ what: "rounds", value: rounds }];
      for (let number = 0; number < rounds; number++) {
        const point = usable[number % usable.length];
        const plan = { shop, buyers: listBuyers(number), rareId: rareIn(number), databaseUrl };
        if (point) figures.push(...(await playKill(run, plan, point, number)));
      }
      return figures;
    });
  },
};

function playKill(
  run: ScenarioRun,
  {
    databaseUrl,
    ...plan
  }: { shop: Shop; buyers: readonly Member[]; rareId: string; databaseUrl: string | null },
  { name, come }: Point,
  number: number,
): Promise<Figure[]> {
  const { shop } = plan;
  const after: Round["after"] = [];
  const comeToPoint = (seen: RoundResult) => come({ shop, seen, databaseUrl, after });
  return playRound(run, { ...plan, come: comeToPoint, losesAnswers: true }, async (seen) => {
    const acknowledgedBefore = seen.acknowledged;
    await shop.kill();
    for (const work of after) await work();
    const serving = await reopenShop(shop, number % 4 === 3);
    return {
      summary: `round ${number + 1}, ${name}: ${acknowledgedBefore} orders before, serving again after ${Math.round(serving)} ms`,
      figures: [toTimeFigure("serving again after kill -9", serving, SERVING_WITHIN_MS)],
    };
  });
}

/** Returns the time in ms until `/readyz` returns 200. If `twice` is true, kills the shop again while it starts. */
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

/** Takes a lock that blocks the shop's transactions. Resolves when `waiting` transactions are blocked. */
async function holdLock({ databaseUrl, after }: Round, lock: string, waiting: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl ?? "" });
  await client.connect();
  after.push(() => client.end());
  await client.query("begin");
  await client.query(lock);
  const areWaiting = async () => {
    await client.query("select pg_stat_clear_snapshot()"); // otherwise the transaction would read old statistics
    const { rows } = await client.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return (rows[0]?.waiting ?? 0) >= waiting;
  };
  await waitUntil(`${waiting} wait for the lock`, areWaiting, 5);
}

export const leave: Scenario = {
  name: "leave",
  summary: "SIGTERM during concurrent checkouts",
  threat: "T25",
  engines: ["embedded", "server"],
  inShortForm: true,
  run(run) {
    const rounds = run.isShort ? 1 : TERM_ROUNDS;
    const buyers = run.isShort ? SHORT_BUYERS : BUYERS;
    return runInCrowdedShop(run, { rounds, buyers }, async ({ shop, listBuyers, rareIn }) => {
      const figures: Figure[] = [];
      for (let round = 0; round < rounds; round++) {
        const come = waitForOrders((round + 1) * 10);
        const plan = { shop, buyers: listBuyers(round), rareId: rareIn(round), come, losesAnswers: true };
        figures.push(...(await playRound(run, plan, () => playLeave(shop))));
      }
      return figures;
    });
  },
};

async function playLeave(shop: Shop) {
  const began = performance.now();
  const code = await shop.end("SIGTERM");
  const took = performance.now() - began;
  await shop.open();
  return {
    summary: `ended after ${Math.round(took)} ms with ${code}`,
    figures: [
      toNoneFigure("did not shut down cleanly", code === 0 ? [] : [String(code)]),
      toTimeFigure("ended after SIGTERM", took, GONE_WITHIN_MS),
    ],
  };
}
