import { links } from "#contract/links.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../attack/attacked-shop.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { fetchRaw } from "./fetch-raw.ts";
import { readProcessorTime } from "./processor-time.ts";

/** Until V8 has compiled what is used often; it does so beside the pages. */
const FIRST_PAGES = 600;
const PAGES = 300;
/** Prices that no product reaches: with each another address, and the same products. */
const BEYOND_ALL = 20_000;

/** The cost of a listing composed anew, in ms of processor time, at most. */
const LISTINGS = [
  { name: "of 36 products", query: {}, bound: "maxPrice", atMost: 3 },
  { name: "of 7 products", query: { subcategory: "Chopping Board" }, bound: "maxPrice", atMost: 1.5 },
  { name: "of none", query: {}, bound: "minPrice", atMost: 1.2 },
] as const;

export const pages: Scenario = {
  name: "pages",
  summary: "pages composed anew, each another one",
  engines: ["embedded"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const figures: Figure[] = [];
      for (const listing of LISTINGS) figures.push(await measure(shop, listing));
      return figures;
    }),
};

async function measure(
  shop: Shop,
  { name, query, bound, atMost }: (typeof LISTINGS)[number],
): Promise<Figure> {
  let price = BEYOND_ALL;
  const compose = async (count: number) => {
    for (let page = 0; page < count; page++)
      await fetchRaw(shop.url + links.products({ ...query, [bound]: price++ }));
  };
  await compose(FIRST_PAGES);
  const before = readProcessorTime(shop.pid());
  await compose(PAGES);
  const value = Number(((readProcessorTime(shop.pid()) - before) / PAGES).toFixed(2));
  return { what: `a listing ${name}, composed anew`, value, unit: "ms", atMost };
}
