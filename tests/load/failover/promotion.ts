import { setTimeout as sleep } from "node:timers/promises";
import { type Postgres, runAt, startPostgres } from "../../support/postgres.ts";
import { checkOutAll, formatStatuses, planCheckouts } from "../checkout.ts";
import { type CrowdedShop, runInCrowdedShop } from "../crowded-shop.ts";
import { readLedger } from "../ledger.ts";
import { type Proxy, openProxy, toProxyUrl } from "../proxy.ts";
import { listWrong, look, waitUntil, waitUntilServed, watch } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";

const BUYERS = 60;
const ACKNOWLEDGED_BEFORE = 10;
/** Longer than a statement may take. */
const UNCONFIRMED_MS = 5_000;
const UNDER_WAY_MS = 200;
const READ_ONLY_MS = 1_000;
const SERVING_WITHIN_MS = 3_000;
const ENDS_WITHIN_MS = 120_000;

/** Needs neither Patroni nor etcd: what they do is done by hand. */
export const promotion: Scenario = {
  name: "promotion",
  summary: "the only replica is lost, then the primary, and the replica comes back and is promoted",
  threat: "T27",
  engines: ["server"],
  inShortForm: true,
  async run(run) {
    const primary = await startPostgres();
    if ("reason" in primary) return { skipped: primary.reason };
    const replica = await startPostgres({ replicaOf: primary.url });
    try {
      if ("reason" in replica) return { skipped: replica.reason };
      return await playBetween(run, primary, replica);
    } finally {
      await primary.stop();
      if ("stop" in replica) await replica.stop();
    }
  },
};

async function playBetween(run: ScenarioRun, primary: Postgres, replica: Postgres): Promise<Figure[]> {
  await runAt(primary.url, "alter system set synchronous_standby_names = '*'");
  await runAt(primary.url, "select pg_reload_conf()");
  const proxy = await openProxy(Number(new URL(primary.url).port));
  process.env["TEST_POSTGRES_URL"] = toProxyUrl(primary.url, proxy);
  try {
    return await runInCrowdedShop(run, { buyers: BUYERS }, (crowded) =>
      playRound(run, crowded, { primary, replica, proxy }),
    );
  } finally {
    await proxy.close();
  }
}

async function playRound(
  run: ScenarioRun,
  { shop, listBuyers, rareIn }: CrowdedShop,
  { primary, replica, proxy }: { primary: Postgres; replica: Postgres; proxy: Proxy },
): Promise<Figure[]> {
  const seen = planCheckouts(listBuyers(0), rareIn(0));
  const carts = watch(shop.url, ["/api/cart"], { token: seen.checkouts[0]?.member.token ?? "" });
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
  await waitUntil("some orders are acknowledged", () => seen.acknowledged >= ACKNOWLEDGED_BEFORE);
  await replica.crash();
  await sleep(UNDER_WAY_MS);
  const confirmed = seen.acknowledged;
  await sleep(UNCONFIRMED_MS);
  const unconfirmed = seen.acknowledged - confirmed;
  await primary.crash();
  await replica.recover();
  proxy.leadTo(Number(new URL(replica.url).port));
  await sleep(READ_ONLY_MS);
  const onReplica = await look(shop.url, "/readyz");
  const since = performance.now();
  await runAt(replica.url, "select pg_promote()");
  await waitUntilServed(shop.url, "/readyz");
  const serving = performance.now() - since;
  await checkouts;
  await carts.stop();
  run.say(`serving ${Math.round(serving)} ms after the promotion (${formatStatuses(seen)})`);
  return [
    { what: "orders acknowledged that no replica had", value: unconfirmed, atMost: 0 },
    toNoneFigure(
      "a replica taken for the primary",
      onReplica.status === 503 ? [] : [`/readyz: ${onReplica.status}`],
    ),
    toTimeFigure("serving again after the promotion", serving, SERVING_WITHIN_MS),
    toNoneFigure("wrong answers meanwhile", listWrong(carts.looks)),
    { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
    ...(await readLedger(shop, seen)),
  ];
}
