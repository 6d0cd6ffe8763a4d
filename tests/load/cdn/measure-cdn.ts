import { pagePaths } from "#contract/page-paths.ts";
import type { Shop } from "../../support/shop.ts";
import { waitUntil } from "../watch.ts";
import { type Figure, toNoneFigure, toTimeFigure } from "../scenario.ts";
import type { Addresses } from "./compare-machines.ts";
import type { Cdn } from "./nginx-cdn.ts";

const fromCache = new Set(["HIT", "STALE", "UPDATING", "REVALIDATED"]);

/** How much of what visitors of the usual pages ask for reaches no shop, between one purge and the next. */
export async function measureHolding(cdn: Cdn, addresses: Addresses, rounds: number): Promise<Figure[]> {
  for (;;) {
    const before = cdn.purges.length;
    const figures = await visitPages(cdn.url, addresses, rounds);
    // The second purge of the goods' import comes 20 s after it: what it took was asked for twice.
    if (cdn.purges.length === before) return figures;
  }
}

async function visitPages(url: string, { product, picture }: Addresses, rounds: number): Promise<Figure[]> {
  const addresses = ["/", ...pagePaths.listing, `/product-info/${product}`, "/sitemap.xml", picture];
  const encodings = ["br", "gzip"];
  let [asked, held] = [0, 0];
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const address of addresses) {
      const encoding = encodings[round % 2] ?? "br";
      const answer = await fetch(url + address, { headers: { "accept-encoding": encoding } });
      await answer.arrayBuffer();
      asked++;
      if (fromCache.has(answer.headers.get("x-cache") ?? "")) held++;
      const got = answer.headers.get("content-encoding");
      if (address !== picture && got !== encoding) wrong.push(`${address}: ${got} instead of ${encoding}`);
    }
  }
  const ratio = Math.round((held / asked) * 1_000) / 10;
  return [
    { what: "requests to the CDN", value: asked },
    { what: "of them answered by the CDN", value: ratio, unit: "%", atLeast: 85 },
    toNoneFigure("pages in another encoding than was asked for", wrong),
  ];
}

/** A page whose second is over is handed out as it was while the CDN asks for the new one. */
export async function measureStale(url: string): Promise<Figure[]> {
  const seen = new Set<string>();
  const look = async () => {
    const answer = await fetch(`${url}/our-story`);
    await answer.arrayBuffer();
    seen.add(answer.headers.get("x-cache") ?? "");
    return seen.has("STALE") || seen.has("EXPIRED");
  };
  await waitUntil("the held page grows old", look, 20);
  return [
    {
      what: "first answer after the time of a page is over comes from the CDN",
      value: Number(seen.has("STALE")),
      atLeast: 1,
    },
    { what: "visitors who waited for it", value: Number(seen.has("EXPIRED")), atMost: 0 },
  ];
}

const PRICE = 1234;

/** The owner sets a price: how soon the CDN hands it out, with how many purges. */
export async function measurePurge(cdn: Cdn, owners: Shop, product: string): Promise<Figure[]> {
  const page = `${cdn.url}/product-info/${product}`;
  const showsPrice = async () => (await (await fetch(page)).text()).includes(`₹${PRICE}.00`);
  await showsPrice();
  const before = cdn.purges.length;
  const { code, output } = await owners.operator("products", "set-price", product, String(PRICE), "--yes");
  if (code !== 0) throw new Error(output);
  const began = performance.now();
  await waitUntil("the CDN shows the new price", showsPrice, 50);
  const ms = performance.now() - began;
  return [
    toTimeFigure("until the CDN shows a new price", ms, 5_000),
    // The second one of an earlier change may come meanwhile.
    { what: "purges for one change", value: cdn.purges.length - before, atLeast: 1, atMost: 2 },
  ];
}
