import { type Figure, none, type Scenario, type Stage, within } from "../scenario.ts";
import { checkOutAll, plan, statusesOf } from "./checkout.ts";
import { inShop, type Premised } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { until } from "./moment.ts";
import { openProxy, throughProxy } from "./proxy.ts";
import { failuresOf, longest, untilServed, watch } from "./watch.ts";
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
  async run(stage) {
    const { postgres } = stage;
    if (!postgres) return { skipped: "there is no PostgreSQL" };
    const proxy = await openProxy(Number(new URL(postgres.url).port));
    const wish = { rounds: troubles.length, databaseVia: (url: string) => throughProxy(url, proxy) };
    try {
      return await inShop(stage, wish, async (premised) => {
        const figures: Figure[] = [];
        for (const [round, { name, make }] of troubles.entries()) {
          const trouble = { name, make: () => make(proxy, postgres) };
          figures.push(...(await playRound(stage, premised, round, trouble)));
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
  stage: Stage,
  { shop, crowdIn, rareIn }: Premised,
  round: number,
  { name, make }: { name: string; make(): Promise<void> },
): Promise<Figure[]> {
  const seen = plan(crowdIn(round), rareIn(round));
  const token = seen.checkouts[0]?.member.token ?? "";
  const cached = watch(shop.url, ["/healthz", "/"]);
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
  await until("some orders are acknowledged", () => seen.acknowledged >= 10);
  const fromDatabase = watch(shop.url, ["/api/cart", "/readyz"], { token });
  await make();
  const whole = await untilServed(shop.url, "/readyz");
  const calls = await untilServed(shop.url, "/api/cart", token);
  await checkouts;
  await Promise.all([cached.stop(), fromDatabase.stop()]);
  stage.say(`${name}: whole after ${Math.round(whole + calls)} ms (${statusesOf(seen)})`);
  return [
    within("whole again once a path works", whole + calls, WHOLE_WITHIN_MS),
    within("longest read", longest(fromDatabase.looks), ANSWERED_WITHIN_MS + CLOCK_MS),
    within("longest checkout call", seen.longestAnswerMs, ANSWERED_WITHIN_MS + CLOCK_MS),
    none("health or a cached page away", failuresOf(cached.looks)),
    { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
    ...(await readLedger(shop, seen)),
  ];
}
