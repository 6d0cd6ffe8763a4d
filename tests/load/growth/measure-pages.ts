import { links } from "#contract/links.ts";
import type { Shop } from "../../support/shop.ts";
import { ask, type Meter } from "./meter.ts";

const PAGES = 60;

/** Each address once: nothing comes out of the cache. */
export async function measurePages(shop: Shop, meter: Meter, count: number): Promise<void> {
  let price = 900_000;
  const listing = (query: object) => shop.url + links.products({ ...query, maxPrice: price++ });
  const kinds: [what: string, read: () => Promise<number>][] = [
    ["listing", () => ask(listing({}))],
    [
      "filtered, by price",
      () => ask(listing({ subcategory: "Tray", material: "Acacia wood", sortOption: "Price low to high" })),
    ],
    ["listing from A to Z", () => ask(listing({ sortOption: "Alphabetically A to Z" }))],
  ];
  for (const [what, read] of kinds) {
    await meter.warmUp(PAGES / 2, read);
    await meter.measure(what, PAGES, read);
  }
  const last = Math.max(1, Math.floor(count / 24));
  await meter.measure("listing, a page far down", PAGES, (time) =>
    ask(`${listing({})}&page=${Math.max(1, last - (time % last))}`),
  );
  const ids = await listIds(shop, count);
  await meter.measure("product page", PAGES, (time) =>
    ask(shop.url + links.product(ids[time % ids.length] ?? "")),
  );
  await meter.measure("search", 200, (time) =>
    ask(
      `${shop.url}/api/products/search?q=${WORDS[time % WORDS.length]} ${time.toString(36)}`.replaceAll(
        " ",
        "%20",
      ),
    ),
  );
  await meter.measure("search by one word", WORDS.length, (time) =>
    ask(`${shop.url}/api/products/search?q=${WORDS[time]?.split(" ").at(-1)}`),
  );
}

/** As shoppers type, with a slip here and there. */
const WORDS = [
  "acacia tray",
  "teak bord",
  "mango bowl",
  "choping",
  "platter rou",
  "cutlery",
  "lazy susan",
  "butchr",
];

/** Products spread over the whole catalogue. */
async function listIds(shop: Shop, count: number): Promise<string[]> {
  const pages = Array.from({ length: PAGES }, (_, at) => 1 + Math.floor((at * count) / PAGES / 12));
  const ids: string[] = [];
  for (const page of new Set(pages)) {
    const answer = await fetch(`${shop.url}/api/products/list?page=${page}&limit=12`);
    const { data } = (await answer.json()) as { data: { _id: string }[] };
    ids.push(...data.map(({ _id }) => _id).slice(0, count > 36 ? 1 : 12));
  }
  return ids;
}
