import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { links } from "#contract/links.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { fetchRaw, findFirstProduct } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { calculatePercentile, type Figure, type Scenario, type ScenarioRun } from "../scenario.ts";
import { readProcessorTime } from "./processes.ts";
import { requestPage } from "../crowd.ts";

/** The number of rounds. Each measures one server after the other, so that other load on the machine slows both. */
const ROUNDS = 25;
const REQUESTS = 6_000;
/** The number of warm-up rounds, in which V8 compiles the code. */
const UNCOUNTED_ROUNDS = 5;
const LEAST_SHARE = 90;

/** The number of warm-up requests, in which V8's background threads compile the code. */
const FIRST_PAGES = 600;
const PAGES = 300;
/** A price above all products. Each higher price makes a new, uncached URL with the same list of products. */
const BEYOND_ALL = 20_000;

const LISTINGS = [
  { name: "of 36 products", query: {}, bound: "maxPrice", atMost: 3 },
  { name: "of 7 products", query: { subcategory: "Chopping Board" }, bound: "maxPrice", atMost: 1.5 },
  { name: "of none", query: {}, bound: "minPrice", atMost: 1.2 },
] as const;

export const pages: Scenario = {
  name: "pages",
  summary: "uncached pages, each with another URL",
  engines: ["embedded"],
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const figures: Figure[] = [];
      for (const listing of LISTINGS) figures.push(await measureListing(shop, listing));
      return figures;
    }),
};

async function measureListing(
  shop: Shop,
  { name, query, bound, atMost }: (typeof LISTINGS)[number],
): Promise<Figure> {
  let price = BEYOND_ALL;
  const compose = async (count: number) => {
    for (let page = 0; page < count; page++)
      await fetchRaw(shop.url + links.products({ ...query, [bound]: price++ }));
  };
  await compose(FIRST_PAGES);
  const startTime = readProcessorTime(shop.pid());
  await compose(PAGES);
  const value = Number(((readProcessorTime(shop.pid()) - startTime) / PAGES).toFixed(2));
  return { what: `a listing ${name}, uncached`, value, unit: "ms", atMost };
}

export const cachedPages: Scenario = {
  name: "cached-pages",
  summary: "cached pages of the shop and, in turn, the same bytes from a plain Node server",
  engines: ["embedded"],
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const addresses = {
        home: "/",
        listing: links.products(),
        product: links.product(await findFirstProduct(shop)),
        "product list": listProducts.path,
      };
      // The shop compresses a response better after some requests. Measure only the final response.
      for (const address of Object.values(addresses))
        await requestPage(shop.url, address, { times: 200, atOnce: 1 });
      const bare = await startBareServer(shop.url, Object.values(addresses));
      try {
        return await compare(run, [{ url: shop.url, pid: shop.pid() }, bare], addresses);
      } finally {
        bare.stop();
      }
    }),
};

interface Server {
  url: string;
  pid: number;
}

async function startBareServer(
  shopUrl: string,
  paths: readonly string[],
): Promise<Server & { stop(): void }> {
  const program = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [program, shopUrl, ...paths], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), pid: child.pid ?? 0, stop: () => void child.kill() };
}

/** Measures all pages in each round, so that a drift of the machine's speed affects all values equally. */
async function compare(
  run: ScenarioRun,
  servers: readonly [shop: Server, bare: Server],
  addresses: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const pages = Object.entries(addresses).map(([name, address]) => ({
    name,
    address,
    microseconds: servers.map((): number[] => []),
  }));
  for (let round = -UNCOUNTED_ROUNDS; round < ROUNDS; round++)
    for (const { address, microseconds } of pages)
      for (const [index, { url, pid }] of servers.entries()) {
        const startTime = readProcessorTime(pid);
        await requestPage(url, address, { times: REQUESTS, atOnce: 32 });
        const each = (1_000 * (readProcessorTime(pid) - startTime)) / REQUESTS;
        if (round >= 0) microseconds[index]?.push(each);
      }
  return pages.map(({ name, microseconds }) => {
    // Use the median, because in some rounds a server also does other work, such as garbage collection.
    const [ours, bare] = microseconds.map((each) => calculatePercentile(each, 0.5));
    run.say(`${name}: ${ours?.toFixed(1)} µs each; bare ${bare?.toFixed(1)} µs`);
    return {
      what: `${name}: throughput relative to node:http, by processor time`,
      value: Math.round((100 * (bare ?? 0)) / (ours ?? 1)),
      unit: "%",
      atLeast: LEAST_SHARE,
    };
  });
}
