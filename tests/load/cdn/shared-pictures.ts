import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pagePaths } from "#contract/page-paths.ts";
import { writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import { createServerDatabase } from "../../support/database.ts";
import { findNginx } from "../../support/nginx.ts";
import { type ObjectServer, openObjectServer } from "../../support/object-server.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Figure, type Scenario, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";
import { type Addresses, fetchText, findAddresses, findWrongHeaders } from "./headers.ts";
import { type Cdn, openCdn, openPurgeHook, type PurgeHook } from "./nginx-cdn.ts";

/** The time in seconds for which the CDN may cache pages. It is longer than a run, so only a purge removes a page. */
const MAX_AGE_SECONDS = 3_000;
const FROM_CACHE = new Set(["HIT", "STALE", "UPDATING", "REVALIDATED"]);

export const sharedPictures: Scenario = {
  name: "shared-pictures",
  summary: "three machines, two with empty disks, one storage for pictures, nginx as a CDN",
  engines: ["server"],
  inShortForm: true,
  async run({ isShort }) {
    const nginx = findNginx();
    if (nginx === undefined) return { skipped: "nginx is not installed (apt-get install nginx)" };
    const machines = await openMachines(isShort);
    try {
      return await measure(machines, nginx, isShort);
    } finally {
      await machines.close();
    }
  },
};

interface Machines {
  owners: Shop;
  empty: Shop;
  /** Another shop with an empty disk. A CDN may cache its pages for only one second. */
  brief: Shop;
  storage: ObjectServer;
  hook: PurgeHook;
  close(): Promise<void>;
}

/**
 * Opens the three shops. The short form has few products, because creating the sample pictures takes most of the time.
 */
async function openMachines(isShort: boolean): Promise<Machines> {
  const [storage, hook] = [await openObjectServer(), await openPurgeHook()];
  const database = await createServerDatabase({ migrated: true });
  const nothing = mkdtempSync(path.join(os.tmpdir(), "taruva-no-goods-"));
  const products = isShort ? await writeCatalogueFolder() : "";
  const prepare = (CATALOGUE_DIR: string, seconds = MAX_AGE_SECONDS) =>
    prepareShop(
      "server",
      { ...storage.variables, ...hook.settings, CATALOGUE_DIR, CDN_SECONDS: String(seconds) },
      { databaseUrl: database.url },
    );
  const owners = await prepare(products);
  const empty = await prepare(path.join(nothing, "goods"));
  const brief = await prepare(path.join(nothing, "goods"), 1);
  const close = async () => {
    for (const each of [owners, empty, brief]) await each.close();
    await storage.close();
    hook.close();
    await database.drop();
    for (const folder of [nothing, products]) if (folder) rmSync(folder, { recursive: true });
  };
  try {
    await owners.shop.open(); // fills the database and the storage
    await Promise.all([empty.shop.open(), brief.shop.open()]);
  } catch (cause) {
    await close();
    throw cause;
  }
  return { owners: owners.shop, empty: empty.shop, brief: brief.shop, storage, hook, close };
}

async function measure(
  { owners, empty, brief, storage, hook }: Machines,
  nginx: string,
  isShort: boolean,
): Promise<Figure[]> {
  const addresses = await findAddresses(owners.url);
  const headers = await findWrongHeaders(owners.url, MAX_AGE_SECONDS, addresses);
  const pictures = await comparePictures(owners.url, empty.url, 60);
  const cdn = await openCdn(nginx, hook, [owners.url, empty.url, brief.url]);
  try {
    return [
      { what: "URLs whose headers were checked", value: headers.asked, atLeast: 60 },
      toNoneFigure("wrong headers", headers.wrong),
      { what: "pictures compared", value: pictures.compared, atLeast: isShort ? 2 : 40 },
      toNoneFigure("responses that differ between a full and an empty disk", pictures.different),
      ...(await measureHits(cdn, hook, addresses, isShort ? 20 : 200)),
      ...(await measureStale(cdn.lastUrl)),
      ...(await measurePurge(cdn, hook, owners, addresses.product)),
      ...(await provePartsWithoutStorage(cdn.url, empty.url, storage, addresses)),
    ];
  } finally {
    await cdn.close();
  }
}

async function comparePictures(one: string, other: string, most: number) {
  const address = "/api/products/list?limit=200&page=1";
  const list = await fetchText(one + address);
  const different = list === (await fetchText(other + address)) ? [] : ["the list of products"];
  const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const all = new Set(list.match(/\/pictures\/products\/[\w.-]+(?=\.\d+\.jpg)/g));
  const small = [...all].slice(0, most).map((picture) => `${picture}.320.webp`);
  for (const [at, href] of small.entries()) {
    const [maker, finder] = at % 2 === 0 ? [one, other] : [other, one];
    const [made, read] = [await fetchBytes(maker + href), await fetchBytes(finder + href)];
    if (!made.subarray(0, 4).equals(Buffer.from("RIFF")) || !made.equals(read)) different.push(href);
  }
  return { compared: small.length, different };
}

async function measureHits(
  { url }: Cdn,
  hook: PurgeHook,
  { product, picture }: Addresses,
  rounds: number,
): Promise<Figure[]> {
  const addresses = ["/", ...pagePaths.listing, `/product-info/${product}`, "/sitemap.xml", picture];
  for (;;) {
    const purges = hook.countPurges();
    let [asked, kept] = [0, 0];
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const encoding = round % 2 === 0 ? "br" : "gzip";
      for (const address of addresses) {
        const response = await fetch(url + address, { headers: { "accept-encoding": encoding } });
        await response.arrayBuffer();
        asked++;
        if (FROM_CACHE.has(response.headers.get("x-cache") ?? "")) kept++;
        const got = response.headers.get("content-encoding");
        if (address !== picture && got !== encoding) wrong.push(`${address}: ${got} instead of ${encoding}`);
      }
    }
    // The shop purges a second time 20 s after the import of the products. If this happened during the measurement,
    // measure again.
    if (hook.countPurges() !== purges) continue;
    const percent = Math.round((kept / asked) * 1_000) / 10;
    return [
      { what: "requests to the CDN", value: asked },
      { what: "of them answered by the CDN", value: percent, unit: "%", atLeast: 85 },
      toNoneFigure("pages in another encoding than requested", wrong),
    ];
  }
}

/** Checks that the CDN serves an expired page while it fetches a new one. */
async function measureStale(url: string): Promise<Figure[]> {
  const seen = new Set<string>();
  const look = async () => {
    const response = await fetch(`${url}/our-story`);
    await response.arrayBuffer();
    seen.add(response.headers.get("x-cache") ?? "");
    return seen.has("STALE") || seen.has("EXPIRED");
  };
  await waitUntil("the kept page grows old", look, 20);
  return [{ what: "visitors who waited for an expired page", value: Number(!seen.has("STALE")), atMost: 0 }];
}

async function measurePurge(cdn: Cdn, hook: PurgeHook, owners: Shop, product: string): Promise<Figure[]> {
  const showsPrice = async () => (await fetchText(`${cdn.url}/product-info/${product}`)).includes("₹1234.00");
  await showsPrice();
  const previousPurges = hook.countPurges();
  const { code, output } = await owners.operator("products", "set", product, "--price", "1234", "--yes");
  if (code !== 0) throw new Error(output);
  const began = performance.now();
  await waitUntil("the CDN shows the new price", showsPrice, 50);
  return [
    toTimeFigure("until the CDN shows a new price", performance.now() - began, 5_000),
    // The second purge of an earlier change may arrive during the measurement.
    { what: "purges for one change", value: hook.countPurges() - previousPurges, atLeast: 1, atMost: 2 },
  ];
}

/** Stops the storage and checks the pictures: existing ones are served, and others get an error that no CDN caches. */
async function provePartsWithoutStorage(
  cdn: string,
  shop: string,
  storage: ObjectServer,
  { picture, product }: Addresses,
): Promise<Figure[]> {
  const made = picture.replace(/\.\d+\.jpg$/, ".480.webp");
  const unseen = picture.replace(/\.\d+\.jpg$/, ".640.jpg");
  await fetch(shop + made);
  storage.behave = () => (_, response) => void response.writeHead(503).end();
  const [kept, wrong]: [string[], string[]] = [[], []];
  if (!(await fetch(shop + made)).ok) wrong.push(`${made} was made before, and is away`);
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await fetch(cdn + unseen);
    if (status === 200) continue; // another shop has the original on its disk
    if (status !== 503 || headers.get("cache-control") !== "no-store")
      wrong.push(`${unseen}: ${status} ${headers.get("cache-control")}`);
    if (headers.get("x-cache") === "HIT") kept.push(unseen);
  }
  if (!(await fetch(`${shop}/product-info/${product}`)).ok) wrong.push("a page needs the storage");
  storage.behave = null;
  return [
    toNoneFigure("wrong responses while the storage is down", wrong),
    toNoneFigure("errors that the CDN cached", kept),
  ];
}
