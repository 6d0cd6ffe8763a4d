import { type Postgres, runAt, startPgBouncer, startPostgres } from "../../support/postgres.ts";
import { checkOutAll, formatStatuses, planCheckouts } from "../checkout.ts";
import { runInCrowdedShop } from "../crowded-shop.ts";
import { readLedger } from "../ledger.ts";
import { waitUntil, waitUntilServed } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";

const BUYERS = 200;
const SERVING_WITHIN_MS = 3_000;
const ENDS_WITHIN_MS = 120_000;

export const pooler: Scenario = {
  name: "pooler",
  summary:
    "the shop behind PgBouncer, which has met a replica first, and the server restarted during checkouts",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const first = await startPostgres();
    if ("reason" in first) return { skipped: first.reason };
    await runAt(first.url, "create database shop");
    const postgres = await startPostgres({ replicaOf: first.url });
    try {
      if ("reason" in postgres) return { skipped: postgres.reason };
      return await playBehindPgBouncer(run, first, postgres);
    } finally {
      await first.stop();
      if ("stop" in postgres) await postgres.stop();
    }
  },
};

async function playBehindPgBouncer(
  run: ScenarioRun,
  first: Postgres,
  postgres: Postgres,
): Promise<Figure[] | { skipped: string }> {
  const databaseUrl = postgres.url.replace(/postgres$/, "shop");
  const bouncer = await startPgBouncer(databaseUrl); // from now on it takes the server for a replica
  if ("reason" in bouncer) return { skipped: bouncer.reason };
  await first.stop();
  await runAt(postgres.url, "select pg_promote()");
  const settings = { DATABASE_POOLER_URL: bouncer.url };
  try {
    return await runInCrowdedShop(run, { buyers: BUYERS, databaseUrl, settings }, async (crowded) => {
      const { shop } = crowded;
      const seen = planCheckouts(crowded.listBuyers(0), crowded.rareIn(0));
      const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
      await waitUntil("some orders are acknowledged", () => seen.acknowledged >= BUYERS / 20);
      await postgres.restart();
      const serving = await waitUntilServed(shop.url, "/readyz");
      await checkouts;
      run.say(formatStatuses(seen));
      return [
        toTimeFigure("serving again after the restart", serving, SERVING_WITHIN_MS),
        { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
        ...(await readLedger(shop, seen)),
      ];
    });
  } finally {
    await bouncer.stop();
  }
}
