import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Checkout, checkOutAll, plan, type Seen, statusesOf } from "./checkout.ts";
import { BUYERS, inShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { until } from "./moment.ts";
import { type Figure, type Scenario, type Stage, isMissed, within } from "../scenario.ts";
import type { Shop } from "../../support/shop.ts";

const LONG_ROUNDS = 20;
const SHORT_ROUNDS = 2;
const SHORT_BUYERS = 60;
const SERVING_WITHIN_MS = 5_000;
const ROUND_ENDS_WITHIN_MS = 300_000;

/** A moment that can be seen from outside: the shop itself knows nothing of being watched. */
interface Point {
  name: string;
  /** Resolves when the moment is there. */
  come(round: Round): Promise<void>;
  /** Only where locks can be held from outside. */
  onServerOnly?: true;
}

interface Round {
  shop: Shop;
  seen: Seen;
  databaseUrl: string | null;
  /** Is called after the kill. */
  after(work: () => Promise<unknown>): void;
}

/** The short form plays the first two. */
const points: readonly Point[] = [
  {
    name: "while orders hold stock and have not committed",
    onServerOnly: true,
    come: (round) => holding(round, "lock table payment in share row exclusive mode", 3),
  },
  {
    name: "as the tenth order is acknowledged",
    come: ({ seen }) => until("ten orders are acknowledged", () => seen.acknowledged >= 10),
  },
  {
    name: "at a random moment",
    come: ({ seen }) => {
      const share = Math.random() * seen.checkouts.length;
      const ended = () => seen.checkouts.filter((each) => each.orderId ?? each.refusal);
      return until("so many checkouts have ended", () => ended().length >= share);
    },
  },
  {
    name: "as a first card is charged",
    come: ({ seen }) => until("a card is charged", () => seen.charged >= 1),
  },
  {
    name: "as a first payment window opens",
    come: ({ seen }) => until("a payment window opens", () => seen.windows >= 1),
  },
  {
    name: "while a sale waits for its invoice number",
    onServerOnly: true,
    come: (round) => holding(round, "lock table invoice_series in exclusive mode", 1),
  },
  {
    name: "while the webhooks of charged cards come in",
    come: async ({ seen }) => {
      await until("ten cards are charged", () => seen.charged >= 10);
      await sleep(30);
    },
  },
  {
    name: "while it says goodbye",
    come: async ({ shop, seen }) => {
      await until("some orders are acknowledged", () => seen.acknowledged >= 5);
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
  async run(stage) {
    const rounds = stage.isShort ? SHORT_ROUNDS : LONG_ROUNDS;
    const buyers = stage.isShort ? SHORT_BUYERS : BUYERS;
    let databaseUrl: string | null = null;
    const usable = points.filter(({ onServerOnly }) => !onServerOnly || stage.engine === "server");
    const wish = { rounds, buyers, databaseVia: (url: string) => (databaseUrl = url) };
    return inShop(stage, wish, async ({ shop, crowdIn, rareIn }) => {
      const figures: Figure[] = [];
      for (let number = 0; number < rounds; number++) {
        const seen = plan(crowdIn(number), rareIn(number));
        const point = usable[number % usable.length] ?? points[0];
        if (!point) break;
        figures.push(...(await playRound(stage, { shop, seen, databaseUrl }, point, number)));
      }
      return [{ what: "rounds", value: rounds }, ...figures];
    });
  },
};

async function playRound(
  stage: Stage,
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
  const serving = await reopened(shop, number % 4 === 3);
  await checkouts;
  const unfinished = seen.checkouts.filter(({ orderId, refusal }) => orderId === null && refusal === null);
  const ledger = await readLedger(shop, seen);
  stage.say(
    `round ${number + 1}, ${point.name}: ${before} orders before, ${countOf(seen.checkouts)} in all, ` +
      `${ledger.some(isMissed) ? "NOT sound" : "sound"}, serving after ${Math.round(serving)} ms (${statusesOf(seen)})`,
  );
  return [
    within("serving again after kill -9", serving, SERVING_WITHIN_MS),
    { what: "checkouts without an end", value: unfinished.length, atMost: 0 },
    ...ledger,
  ];
}

const countOf = (checkouts: readonly Checkout[]) =>
  checkouts.filter(({ orderId }) => orderId !== null).length;

/** How long it takes from the start to the first answer of `/readyz`. `twice`: it is killed while it starts, too. */
async function reopened(shop: Shop, twice: boolean): Promise<number> {
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

/** Takes a lock that the shop's transactions have to wait for, until so many of them wait; the kill comes then. */
async function holding({ databaseUrl, after }: Round, lock: string, waiting: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl ?? "" });
  await client.connect();
  after(() => client.end());
  await client.query("begin");
  await client.query(lock);
  const areWaiting = async () => {
    await client.query("select pg_stat_clear_snapshot()"); // within a transaction the view stands still
    const { rows } = await client.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return (rows[0]?.waiting ?? 0) >= waiting;
  };
  await until(`${waiting} wait for the lock`, areWaiting, 5);
}
