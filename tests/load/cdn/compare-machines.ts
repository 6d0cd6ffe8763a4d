import type { ObjectServer } from "../../support/object-server.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";

/** Some addresses of the shop as its pages name them. */
export interface Addresses {
  product: string;
  picture: string;
  video: string;
  asset: string;
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

export async function findAddresses(url: string): Promise<Addresses> {
  const home = await fetchText(url);
  const list = await fetchText(`${url}/api/products/list?limit=8&page=1`);
  return {
    product: require(/"_id":"([a-z0-9-]+)"/, list),
    picture: require(/(\/pictures\/products\/[\w.-]+\.\d+\.jpg)/, list),
    video: require(/(\/videos\/[\w.-]+\.mp4)/, await fetchText(`${url}/api/storefront`)),
    asset: require(/(\/assets\/[\w.-]+\.css)/, home),
  };
}

function require(pattern: RegExp, text: string): string {
  const [, first] = pattern.exec(text) ?? [];
  if (first === undefined) throw new Error(`Nothing like ${pattern.source} was found.`);
  return first;
}

/** The whole list of goods and some pictures, from both; each picture is first made by one and then found by the other. */
export async function comparePictures(one: string, other: string, most: number) {
  const address = "/api/products/list?limit=200&page=1";
  const [list, otherList] = [await fetchText(one + address), await fetchText(other + address)];
  const different = list === otherList ? [] : ["the list of goods"];
  const all = new Set([...list.matchAll(/\/pictures\/products\/[\w.-]+\.\d+\.jpg/g)].map(([href]) => href));
  const small = [...all].slice(0, most).map((href) => href.replace(/\.\d+\.jpg$/, ".320.webp"));
  for (const [at, href] of small.entries()) {
    const [first, second] = at % 2 === 0 ? [one, other] : [other, one];
    const [made, found] = [await fetchBytes(first + href), await fetchBytes(second + href)];
    if (made === null || found === null || !made.equals(found)) different.push(href);
  }
  return { compared: small.length, different };
}

async function fetchBytes(url: string): Promise<Buffer | null> {
  const answer = await fetch(url);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
}

/** The storage breaks down: what was made before is still there, the rest is refused for a moment, and held by no one. */
export async function lookWithoutStorage(
  cdn: string,
  shop: string,
  storage: ObjectServer,
  { picture, product }: Addresses,
): Promise<Figure[]> {
  const shown = picture.replace(/\.\d+\.jpg$/, ".480.webp");
  const unseen = picture.replace(/\.\d+\.jpg$/, ".640.jpg");
  await fetch(shop + shown);
  storage.behave = () => (_, response) => void response.writeHead(503).end();
  const held: string[] = [];
  const wrong: string[] = [];
  if (!(await fetch(shop + shown)).ok) wrong.push(`${shown} was made before, and is away`);
  for (let time = 0; time < 2; time++) {
    const refused = await fetch(cdn + unseen);
    if (refused.status === 200) continue; // the other machine has its original
    if (refused.status !== 503 || refused.headers.get("cache-control") !== "no-store")
      wrong.push(`${unseen}: ${refused.status} ${refused.headers.get("cache-control")}`);
    if (refused.headers.get("x-cache") === "HIT") held.push(unseen);
  }
  if (!(await fetch(`${shop}/product-info/${product}`)).ok) wrong.push("a page needs the storage");
  storage.behave = null;
  return [
    toNoneFigure("wrong answers while the storage is away", wrong),
    toNoneFigure("refusals that the CDN held", held),
  ];
}
