import { setTimeout as sleep } from "node:timers/promises";
import { runAt, startPostgres, type Postgres } from "../../support/postgres.ts";
import { runInCrowdedShop } from "../crowded-shop.ts";
import { openProxy, toProxyUrl } from "../../support/proxy.ts";
import { playRound } from "../ledger.ts";
import { type Outcome, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { listWrong, look, waitUntilServed, watch } from "../watch.ts";

const BUYERS = 60;
/** The time in ms for which commits wait for a replica. It is longer than the statement timeout. */
const UNCONFIRMED_MS = 5_000;
const UNDER_WAY_MS = 200;
const READ_ONLY_MS = 1_000;
const SERVING_WITHIN_MS = 3_000;

export const promotion: Scenario = {
  name: "promotion",
  summary: "the only replica fails, then the primary, and the replica returns and is promoted",
  threat: "T27",
  engines: ["server"],
  inShortForm: true,
  async run(run) {
    const primary = await startPostgres();
    if ("reason" in primary) return { skipped: primary.reason };
    const replica = await startPostgres({ replicaOf: primary.url });
    try {
      return "reason" in replica ? { skipped: replica.reason } : await promote(run, primary, replica);
    } finally {
      await primary.stop();
      if ("stop" in replica) await replica.stop();
    }
  },
};

async function promote(run: ScenarioRun, primary: Postgres, replica: Postgres): Promise<Outcome> {
  await runAt(primary.url, "alter system set synchronous_standby_names = '*'");
  await runAt(primary.url, "select pg_reload_conf()");
  const proxy = await openProxy(Number(new URL(primary.url).port));
  process.env["TEST_POSTGRES_URL"] = toProxyUrl(primary.url, proxy);
  const outcome = runInCrowdedShop(run, { buyers: BUYERS }, ({ shop, listBuyers, rareIn }) => {
    const plan = { shop, buyers: listBuyers(0), rareId: rareIn(0) };
    return playRound(run, plan, async (seen, checkouts) => {
      const carts = watch(shop.url, ["/api/cart"], { token: seen.checkouts[0]?.member.token ?? "" });
      await replica.crash();
      await sleep(UNDER_WAY_MS);
      const confirmed = seen.acknowledged;
      await sleep(UNCONFIRMED_MS);
      const unconfirmed = seen.acknowledged - confirmed;
      await primary.crash();
      await replica.recover();
      proxy.setTarget(Number(new URL(replica.url).port));
      await sleep(READ_ONLY_MS);
      const onReplica = await look(shop.url, "/readyz");
      const since = performance.now();
      await runAt(replica.url, "select pg_promote()");
      await waitUntilServed(shop.url, "/readyz");
      const serving = performance.now() - since;
      await checkouts;
      await carts.stop();
      const taken = onReplica.status === 503 ? [] : [`/readyz: ${onReplica.status}`];
      const figures = [
        { what: "acknowledged orders that were on no replica", value: unconfirmed, atMost: 0 },
        toNoneFigure("replicas used as the primary", taken),
        toTimeFigure("serving again after the promotion", serving, SERVING_WITHIN_MS),
        toNoneFigure("wrong responses meanwhile", listWrong(carts.looks)),
      ];
      return { summary: `serving ${Math.round(serving)} ms after the promotion`, figures };
    });
  });
  try {
    return await outcome;
  } finally {
    await proxy.close();
  }
}
