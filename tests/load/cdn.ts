// npm run cdn: runs three shops on one PostgreSQL server, two of them with empty disks. They share their pictures in S3
// storage, and nginx is their CDN. `--short` uses few products. Exits with 1 if a value is outside its limits.

import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { pagePaths } from "#contract/page-paths.ts";
import { routes } from "../../server/features.ts";
import { writeCatalogueFolder } from "../support/catalogue-folder.ts";
import { createServerDatabase } from "../support/database.ts";
import { findNginx, runNginx } from "../support/nginx.ts";
import { type ObjectServer, openObjectServer } from "../support/object-server.ts";
import { findFreePort, listenLocally } from "../support/processes.ts";
import { prepareShop, type Shop } from "../support/journey-shop.ts";
import { play } from "./play.ts";
import { type Figure, type Scenario, toNoneFigure, toTimeFigure } from "./scenario.ts";
import { waitUntil } from "./watch.ts";

/** The time in seconds for which the CDN may cache pages. It is longer than a run, so only a purge removes a page. */
const MAX_AGE_SECONDS = 3_000;
const FROM_CACHE = new Set(["HIT", "STALE", "UPDATING", "REVALIDATED"]);

const sharedPictures: Scenario = {
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

type Machines = Awaited<ReturnType<typeof openMachines>>;

/** In a short run the shops have few products, because creating pictures takes most of the time. */
async function openMachines(isShort: boolean) {
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
  // Another shop with an empty disk, whose pages a CDN may cache for only one second.
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

function describeDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${near(one)} / ${near(other)}`;
}

async function comparePictures(one: string, other: string, most: number) {
  const address = "/api/products/list?limit=200&page=1";
  const list = await fetchText(one + address);
  const otherList = await fetchText(other + address);
  const different =
    list === otherList ? [] : [`the list of products: ${describeDifference(list, otherList)}`];
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
    // The shop purges the CDN again 20 s after an import. If that happened during this measurement, measure again.
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
  await waitUntil("the cached page expires", look, 20);
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
    // The shop purges twice, 2 s and 20 s after a change. An earlier change's second purge may be counted here.
    { what: "purges for one change", value: hook.countPurges() - previousPurges, atLeast: 1, atMost: 2 },
  ];
}

/** Stops the S3 storage. Pictures on the shop's disk must still be served, and errors for others must not be cached. */
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
  if (!(await fetch(shop + made)).ok) wrong.push(`${made} was created before, but is not served`);
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await fetch(cdn + unseen);
    if (status === 200) continue; // another shop has the original on its disk
    if (status !== 503 || headers.get("cache-control") !== "no-store")
      wrong.push(`${unseen}: ${status} ${headers.get("cache-control")}`);
    if (headers.get("x-cache") === "HIT") kept.push(unseen);
  }
  if (!(await fetch(`${shop}/product-info/${product}`)).ok) wrong.push("the product page is not served");
  storage.behave = null;
  return [
    toNoneFigure("wrong responses while the storage is down", wrong),
    toNoneFigure("errors that the CDN cached", kept),
  ];
}

// The next functions check the caching headers of every URL of the shop that supports GET.

interface Addresses {
  product: string;
  picture: string;
  video: string;
  asset: string;
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

async function findAddresses(url: string): Promise<Addresses> {
  const find = async (path: string, pattern: RegExp) => {
    const [, match] = pattern.exec(await fetchText(url + path)) ?? [];
    if (match === undefined) throw new Error(`${path} contains nothing like ${pattern.source}.`);
    return match;
  };
  const list = "/api/products/list?limit=8&page=1";
  return {
    product: await find(list, /"_id":"([a-z0-9-]+)"/),
    picture: await find(list, /(\/pictures\/products\/[\w.-]+\.\d+\.jpg)/),
    video: await find("/api/storefront", /(\/videos\/[\w.-]+\.mp4)/),
    asset: await find("/", /(\/assets\/[\w.-]+\.css)/),
  };
}

/** The expected Cache-Control header of each kind of response, with CDN_SECONDS set to `seconds`. */
const buildRules = (seconds: number) => ({
  page: `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
  forEver: "public, max-age=31536000, immutable",
  forADay: /^public, max-age=86400/,
  askAgain: "no-cache",
  never: "no-store",
});

type Kind = keyof ReturnType<typeof buildRules>;

function listAddresses(found: Addresses): [string, Kind][] {
  const fill = (address: string): string =>
    address.replaceAll(/:(\w+)/g, (_, name: string) => ({ id: found.product, tile: "1" })[name] ?? "none");
  const pages = Object.values(pagePaths).flat();
  const calls = routes.filter(({ endpoint }) => endpoint.method === "GET");
  return [
    ...pages.map((page): [string, Kind] => [fill(page), "page"]),
    ...calls.flatMap(({ endpoint, contract }) =>
      [endpoint.path, ...(contract.aliases ?? [])].map((address): [string, Kind] => [
        fill(address),
        endpoint.policy === "public" && contract.cached ? "askAgain" : "never",
      ]),
    ),
    ["/sitemap.xml", "page"],
    ["/robots.txt", "page"],
    ["/no/such/page", "askAgain"],
    ["/api/openapi.json", "askAgain"],
    [found.picture, "forEver"],
    [found.video, "forEver"],
    [found.asset, "forEver"],
    ["/favicon.ico", "forADay"],
    ["/.well-known/security.txt", "forADay"],
    [found.picture.replace(/\.\d+\./, ".321."), "never"],
    ["/uploads/none.jpg", "never"],
    ["/api/none", "never"],
    ["/healthz", "never"],
    ["/readyz", "never"],
  ];
}

const SIGNED_IN = { cookie: "refreshToken=someone; session=someone", authorization: "Bearer someone" };

/** Requests every URL as a visitor and as a customer. Returns a line for each wrong header or difference. */
async function findWrongHeaders(url: string, seconds: number, found: Addresses) {
  const rules = buildRules(seconds);
  const addresses = listAddresses(found);
  const wrong: string[] = [];
  for (const [address, kind] of addresses) {
    const [first, again] = [await ask(url, address), await ask(url, address, SIGNED_IN)];
    // Errors and redirects must never be cached, even if the page itself may be cached.
    const rule = first.status === 200 ? rules[kind] : /^no-(store|cache)$/;
    for (const { cacheControl, vary, setCookie } of kind === "never" ? [first] : [first, again]) {
      const isRight = typeof rule === "string" ? cacheControl === rule : rule.test(cacheControl);
      if (!isRight) wrong.push(`${address} (${first.status}): cache-control: ${cacheControl}`);
      if (cacheControl.includes("public") && setCookie) wrong.push(`${address}: sets a cookie`);
      if (cacheControl.includes("s-maxage") && !/accept-encoding/i.test(vary))
        wrong.push(`${address}: vary: ${vary}`);
    }
    const isSame = again.status === first.status && (first.status >= 400 || again.body === first.body);
    if (kind !== "never" && !isSame)
      wrong.push(`${address}: another response for a customer who is signed in`);
  }
  return { asked: addresses.length, wrong };
}

async function ask(url: string, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + address, { headers, redirect: "manual" });
  return {
    status: response.status,
    cacheControl: response.headers.get("cache-control") ?? "",
    vary: response.headers.get("vary") ?? "",
    setCookie: response.headers.has("set-cookie"),
    // The timestamps of two responses differ, so remove them.
    body: (await response.text()).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""),
  };
}

const SECRET = "Bearer of-the-purge";

interface Cdn {
  url: string;
  lastUrl: string;
  close(): Promise<void>;
}

/** The endpoint that the shops call to purge the CDN. Open it before the shops, because they need its `settings`. */
interface PurgeHook {
  folder: string;
  settings: Record<string, string>;
  countPurges(): number;
  close(): void;
}

/** Opens an endpoint that deletes all cached pages if a purge request has the right secret and tag. */
async function openPurgeHook(): Promise<PurgeHook> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-cdn-"));
  let purges = 0;
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString();
      const isRight = request.headers.authorization === SECRET && body === '{"tags":["catalogue"]}';
      if (isRight) purges++;
      for (const page of isRight ? globSync(path.join(folder, "{pages,last}/*")) : [])
        rmSync(page, { force: true });
      response.writeHead(isRight ? 200 : 403).end();
    });
  });
  const port = await listenLocally(server);
  return {
    folder,
    settings: {
      CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`,
      CDN_PURGE_HEADER: `Authorization: ${SECRET}`,
    },
    countPurges: () => purges,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openCdn(program: string, { folder }: PurgeHook, shops: readonly string[]): Promise<Cdn> {
  const [port, lastPort] = [await findFreePort(), await findFreePort()];
  writeFileSync(path.join(folder, "nginx.conf"), writeConfiguration(folder, [port, lastPort], shops));
  return {
    url: `http://127.0.0.1:${port}`,
    lastUrl: `http://127.0.0.1:${lastPort}`,
    close: await runNginx(program, folder, port),
  };
}

const writeConfiguration = (folder: string, [port, lastPort]: number[], shops: readonly string[]): string => `
daemon off; master_process on; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/pages keys_zone=pages:1m use_temp_path=off;
  proxy_cache_path ${folder}/last keys_zone=last:1m use_temp_path=off;
  upstream shops { ${shops.slice(0, -1).map(toServer).join(" ")} }
  upstream last_shop { ${shops.slice(-1).map(toServer).join(" ")} }
  proxy_set_header Host $http_host;
  proxy_cache_background_update on; proxy_cache_lock on;
  add_header x-cache $upstream_cache_status always;
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://shops; proxy_cache pages; } }
  server { listen 127.0.0.1:${lastPort}; location / { proxy_pass http://last_shop; proxy_cache last; } }
}
`;

const toServer = (url: string): string => `server ${new URL(url).host};`;

await play("cdn", [sharedPictures]);
