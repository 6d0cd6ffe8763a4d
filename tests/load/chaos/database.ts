import { setTimeout as sleep } from "node:timers/promises";
import { type Postgres, runAt } from "../../support/postgres.ts";
import type { Shop } from "../../support/journey-shop.ts";
import type { RoundResult } from "../checkout.ts";
import { BUYERS, runInCrowdedShop } from "../crowded-shop.ts";
import { openProxy, type Proxy, toProxyUrl } from "../../support/proxy.ts";
import { playRound } from "../ledger.ts";
import {
  type Figure,
  type Outcome,
  type Scenario,
  type ScenarioRun,
  toNoneFigure,
  toTimeFigure,
} from "../scenario.ts";
import { findLongest, listFailures, listWrong, waitUntilServed, watch } from "../watch.ts";

const SERVING_WITHIN_MS = 1_000;
const WHOLE_WITHIN_MS = 10_000;
const ANSWERED_WITHIN_MS = 5_000;
/** A response may exceed its time limit by this many ms, because a busy machine may deliver it late. */
const CLOCK_MS = 500;
const AWAY_MS = 3_000;
const FROZEN_MS = 20_000;
const SHORT_BUYERS = 60;

/** A failure of the database. `make` causes it, and resolves when the database can be reached again. */
interface DatabaseFailure {
  name: string;
  make(where: { postgres: Postgres; proxy: Proxy; databaseUrl: string }): Promise<unknown>;
}

const lost: readonly DatabaseFailure[] = [
  { name: "restarted", make: ({ postgres }) => postgres.restart() },
  {
    name: "away for 3 s",
    async make({ postgres }) {
      await postgres.crash();
      await sleep(AWAY_MS);
      await postgres.recover();
    },
  },
  { name: "all backends killed", make: ({ databaseUrl }) => terminateBackends(databaseUrl) },
];

const frozen: readonly DatabaseFailure[] = [
  {
    name: "open connections hang, new ones work",
    async make({ proxy }) {
      proxy.setMode("swallow");
      proxy.setMode("pass");
    },
  },
  {
    name: "all connections hang for 20 s",
    async make({ proxy }) {
      proxy.setMode("swallow");
      await sleep(FROZEN_MS);
      proxy.setMode("pass");
    },
  },
  {
    name: "the database is frozen for 20 s",
    async make({ proxy }) {
      proxy.setMode("hold");
      await sleep(FROZEN_MS);
      proxy.setMode("pass");
    },
  },
];

export const database: Scenario = {
  name: "database",
  summary: "PostgreSQL is restarted, is down, and loses connections during concurrent checkouts",
  threat: "T27",
  engines: ["server"],
  inShortForm: true,
  run: (run) => playTroubles(run, lost, playLost),
};

export const swallow: Scenario = {
  name: "swallow",
  summary: "the network drops connections to PostgreSQL silently, and the database freezes, during checkouts",
  threat: "T31",
  engines: ["server"],
  run: (run) => playTroubles(run, frozen, playFrozen),
};

interface Round {
  shop: Shop;
  seen: RoundResult;
  token: string;
  make(): Promise<unknown>;
  checkouts: Promise<void>;
}

async function playTroubles(
  run: ScenarioRun,
  all: readonly DatabaseFailure[],
  play: (round: Round) => Promise<FailureResult>,
): Promise<Outcome> {
  const { postgres } = run;
  if (!postgres) return { skipped: "there is no PostgreSQL" };
  const troubles = run.isShort ? all.slice(0, 1) : all;
  const proxy = await openProxy(Number(new URL(postgres.url).port));
  let databaseUrl = "";
  const databaseVia = (url: string) => {
    databaseUrl = url;
    return all === frozen ? toProxyUrl(url, proxy) : url;
  };
  const options = { rounds: troubles.length, buyers: run.isShort ? SHORT_BUYERS : BUYERS, databaseVia };
  try {
    return await runInCrowdedShop(run, options, async ({ shop, listBuyers, rareIn }) => {
      const figures: Figure[] = [];
      for (const [number, { name, make: makeTrouble }] of troubles.entries()) {
        const cached = watch(shop.url, ["/healthz", "/"]);
        const plan = { shop, buyers: listBuyers(number), rareId: rareIn(number) };
        const make = () => makeTrouble({ postgres, proxy, databaseUrl });
        const ofRound = await playRound(run, plan, async (seen, checkouts) => {
          const token = seen.checkouts[0]?.member.token ?? "";
          const { backMs, figures: measured } = await play({ shop, seen, token, make, checkouts });
          await cached.stop();
          return {
            summary: `${name}: back after ${Math.round(backMs)} ms`,
            figures: [
              ...measured,
              toNoneFigure("health checks and cached pages that failed", listFailures(cached.looks)),
            ],
          };
        });
        figures.push(...ofRound);
      }
      return figures;
    });
  } finally {
    await proxy.close();
  }
}

interface FailureResult {
  backMs: number;
  figures: Figure[];
}

async function playLost({ shop, token, make, checkouts }: Round): Promise<FailureResult> {
  const fromDatabase = watch(shop.url, ["/api/cart"], { token });
  await make();
  const serving = await waitUntilServed(shop.url, "/readyz");
  await checkouts;
  await fromDatabase.stop();
  const figures = [
    toTimeFigure("serving again after the database", serving, SERVING_WITHIN_MS),
    toNoneFigure("wrong responses meanwhile", listWrong(fromDatabase.looks)),
  ];
  return { backMs: serving, figures };
}

async function playFrozen({ shop, seen, token, make, checkouts }: Round): Promise<FailureResult> {
  const fromDatabase = watch(shop.url, ["/api/cart", "/readyz"], { token });
  await make();
  const ready = await waitUntilServed(shop.url, "/readyz");
  const whole = ready + (await waitUntilServed(shop.url, "/api/cart", token));
  await checkouts;
  await fromDatabase.stop();
  const figures = [
    toTimeFigure("working again after the path is back", whole, WHOLE_WITHIN_MS),
    toTimeFigure("longest read", findLongest(fromDatabase.looks), ANSWERED_WITHIN_MS + CLOCK_MS),
    toTimeFigure("longest checkout call", seen.longestAnswerMs, ANSWERED_WITHIN_MS + CLOCK_MS),
  ];
  return { backMs: whole, figures };
}

const terminateBackends = (databaseUrl: string) =>
  runAt(
    databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
