import { links } from "#contract/links.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../attack/attacked-shop.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { type BareServer, startBareServer } from "./start-bare-server.ts";
import { readProcessorTime } from "./processor-time.ts";
import { visit } from "./visitors.ts";

/** Many short turns: whatever else the machine does meanwhile falls on both alike. */
const ROUNDS = 25;
const REQUESTS = 6_000;
/** Code is compiled by then. */
const UNCOUNTED_ROUNDS = 5;
const AT_ONCE = 32;
const LEAST_SHARE = 90;

export const cachedPages: Scenario = {
  name: "cached-pages",
  summary: "pages from the cache, against Node's own server with the same bytes, in turn",
  engines: ["embedded"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const paths = await listPaths(shop);
      const bare = await startBareServer(shop.url, Object.values(paths));
      try {
        const figures: Figure[] = [];
        for (const [name, address] of Object.entries(paths))
          figures.push(await compare(run, { shop, bare }, name, address));
        return figures;
      } finally {
        bare.stop();
      }
    }),
};

async function listPaths(shop: Shop): Promise<Record<string, string>> {
  const { data } = (await (await fetch(shop.url + listProducts.path)).json()) as { data: { _id: string }[] };
  const paths = {
    home: "/",
    listing: links.products(),
    product: links.product(data[0]?._id ?? ""),
    "product list": listProducts.path,
  };
  // Served some times, a text is compressed thoroughly: what is measured is what stays.
  for (const address of Object.values(paths))
    await visit({ port: Number(new URL(shop.url).port), path: address, count: 200, atOnce: 1 });
  return paths;
}

async function compare(
  run: ScenarioRun,
  { shop, bare }: { shop: Shop; bare: BareServer },
  name: string,
  address: string,
): Promise<Figure> {
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  for (let round = -UNCOUNTED_ROUNDS; round < ROUNDS; round++) {
    const pair = [
      await measure(shop.url, shop.pid(), address),
      await measure(bare.url, bare.pid, address),
    ] as const;
    if (round < 0) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
  }
  const share = (100 * mean(theirs, "microseconds")) / mean(ours, "microseconds");
  run.say(`${name}: ${describe(ours)}; bare ${describe(theirs)}`);
  return {
    what: `${name}: what the shop serves in the processor time of node:http`,
    value: Math.round(share),
    unit: "%",
    atLeast: LEAST_SHARE,
  };
}

interface Round {
  perSecond: number;
  /** The processor time of one answer. */
  microseconds: number;
}

async function measure(url: string, pid: number, address: string): Promise<Round> {
  const before = readProcessorTime(pid);
  const { tookMs, failed } = await visit({
    port: Number(new URL(url).port),
    path: address,
    count: REQUESTS,
    atOnce: AT_ONCE,
  });
  if (failed > 0) throw new Error(`${failed} answers of ${url}${address} were not 200`);
  return {
    perSecond: (1_000 * REQUESTS) / tookMs,
    microseconds: (1_000 * (readProcessorTime(pid) - before)) / REQUESTS,
  };
}

const describe = (rounds: readonly Round[]): string =>
  `${mean(rounds, "perSecond").toFixed(0)} a second, ${mean(rounds, "microseconds").toFixed(1)} µs each`;

const mean = (rounds: readonly Round[], figure: keyof Round): number =>
  rounds.reduce((sum, round) => sum + round[figure], 0) / rounds.length;
