import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { checkOutAll, planCheckouts, formatStatuses } from "./checkout.ts";
import { BUYERS, runInShop, type CrowdedShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { waitUntil } from "./moment.ts";
import { type Figure, toNoneFigure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import type { Postgres } from "../../support/postgres.ts";
import { listFailures, waitUntilServed, watch, listWrong } from "./watch.ts";

const SERVING_WITHIN_MS = 1_000;
const ROUND_ENDS_WITHIN_MS = 300_000;
const AWAY_MS = 3_000;

interface Trouble {
  name: string;
  /** Resolves when the database is back. */
  make(postgres: Postgres, databaseUrl: string): Promise<void>;
}

const troubles: readonly Trouble[] = [
  { name: "restarted", make: (postgres) => postgres.restart() },
  {
    name: "away for 3 s",
    async make(postgres) {
      await postgres.crash();
      await sleep(AWAY_MS);
      await postgres.recover();
    },
  },
  { name: "one backend killed", make: (_postgres, url) => terminate(url, 1) },
  { name: "all backends killed", make: (_postgres, url) => terminate(url, 1_000) },
];

export const database: Scenario = {
  name: "database",
  summary: "PostgreSQL restarted, away, its backends killed, during concurrent checkouts",
  threat: "T27",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const { postgres } = run;
    if (!postgres) return { skipped: "there is no PostgreSQL" };
    let databaseUrl = "";
    const crowdOptions = { rounds: troubles.length, databaseVia: (url: string) => (databaseUrl = url) };
    return runInShop(run, crowdOptions, async (crowdedShop) => {
      const figures: Figure[] = [];
      for (const [round, trouble] of troubles.entries()) {
        const make = () => trouble.make(postgres, databaseUrl);
        figures.push(...(await playRound(run, crowdedShop, round, { ...trouble, make })));
      }
      return figures;
    });
  },
};

async function playRound(
  run: ScenarioRun,
  { shop, listBuyers, rareIn }: CrowdedShop,
  round: number,
  { name, make }: { name: string; make(): Promise<void> },
): Promise<Figure[]> {
  const seen = planCheckouts(listBuyers(round), rareIn(round));
  const token = seen.checkouts[0]?.member.token ?? "";
  const cached = watch(shop.url, ["/healthz", "/"]);
  const fromDatabase = watch(shop.url, ["/api/cart"], { token });
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
  await waitUntil("some orders are acknowledged", () => seen.acknowledged >= BUYERS / 20);
  await make();
  const serving = await waitUntilServed(shop.url, "/readyz");
  await checkouts;
  await Promise.all([cached.stop(), fromDatabase.stop()]);
  run.say(`${name}: serving after ${Math.round(serving)} ms (${formatStatuses(seen)})`);
  return [
    toTimeFigure("serving again after the database", serving, SERVING_WITHIN_MS),
    toNoneFigure("health or a cached page away", listFailures(cached.looks)),
    toNoneFigure("wrong answers meanwhile", listWrong(fromDatabase.looks)),
    { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
    ...(await readLedger(shop, seen)),
  ];
}

/** Ends so many of the shop's connections from the server's side. */
async function terminate(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by query_start desc limit $1`,
      [count],
    );
  } finally {
    await client.end();
  }
}
