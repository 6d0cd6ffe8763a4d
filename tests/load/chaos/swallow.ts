import { type Figure, toNoneFigure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { checkOutAll, planCheckouts, formatStatuses } from "./checkout.ts";
import { runInShop, type CrowdedShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { waitUntil } from "./moment.ts";
import { openProxy, toProxyUrl } from "./proxy.ts";
import { listFailures, findLongest, waitUntilServed, watch } from "./watch.ts";
import { CLOCK_MS, troubles } from "./swallow-troubles.ts";

const ANSWERED_WITHIN_MS = 5_000;

const WHOLE_WITHIN_MS = 10_000;

const ROUND_ENDS_WITHIN_MS = 300_000;

export const swallow: Scenario = {
  name: "swallow",
  summary: "connections to PostgreSQL are swallowed by the network, the database is frozen, during checkouts",
  threat: "T31",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const { postgres } = run;
    if (!postgres) return { skipped: "there is no PostgreSQL" };
    const proxy = await openProxy(Number(new URL(postgres.url).port));
    const crowdOptions = { rounds: troubles.length, databaseVia: (url: string) => toProxyUrl(url, proxy) };
    try {
      return await runInShop(run, crowdOptions, async (crowdedShop) => {
        const figures: Figure[] = [];
        for (const [round, { name, make }] of troubles.entries()) {
          const trouble = { name, make: () => make(proxy, postgres) };
          figures.push(...(await playRound(run, crowdedShop, round, trouble)));
        }
        return figures;
      });
    } finally {
      postgres.resume(); // what is broken off must not leave it standing still
      await proxy.close();
    }
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
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
  await waitUntil("some orders are acknowledged", () => seen.acknowledged >= 10);
  const fromDatabase = watch(shop.url, ["/api/cart", "/readyz"], { token });
  await make();
  const whole = await waitUntilServed(shop.url, "/readyz");
  const calls = await waitUntilServed(shop.url, "/api/cart", token);
  await checkouts;
  await Promise.all([cached.stop(), fromDatabase.stop()]);
  run.say(`${name}: whole after ${Math.round(whole + calls)} ms (${formatStatuses(seen)})`);
  return [
    toTimeFigure("whole again once a path works", whole + calls, WHOLE_WITHIN_MS),
    toTimeFigure("longest read", findLongest(fromDatabase.looks), ANSWERED_WITHIN_MS + CLOCK_MS),
    toTimeFigure("longest checkout call", seen.longestAnswerMs, ANSWERED_WITHIN_MS + CLOCK_MS),
    toNoneFigure("health or a cached page away", listFailures(cached.looks)),
    { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
    ...(await readLedger(shop, seen)),
  ];
}
