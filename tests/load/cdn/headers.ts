// Checks the caching headers of every URL of the shop that supports GET.

import { pagePaths } from "#contract/page-paths.ts";
import { routes } from "../../../server/features.ts";

export interface Addresses {
  product: string;
  picture: string;
  video: string;
  asset: string;
}

export const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

export async function findAddresses(url: string): Promise<Addresses> {
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

/** The expected Cache-Control header of each kind of response if CDN_SECONDS is `seconds`. */
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

/**
 * Requests every URL twice: first as a visitor, then as a signed-in customer. Returns a line for each wrong header or
 * different response.
 */
export async function findWrongHeaders(url: string, seconds: number, found: Addresses) {
  const rules = buildRules(seconds);
  const addresses = listAddresses(found);
  const wrong: string[] = [];
  for (const [address, kind] of addresses) {
    const [first, again] = [await ask(url, address), await ask(url, address, SIGNED_IN)];
    // Errors and redirects must never be cached, even if the page itself may be.
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
    // The timestamps are removed, because they differ between two responses.
    body: (await response.text()).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""),
  };
}
