import { pagePaths } from "#contract/page-paths.ts";
import type { Addresses } from "./compare-machines.ts";
import { routes } from "../../../server/features.ts";

/** The caching headers of each kind of answer, when CDN_SECONDS is `seconds`. */
const rules = (seconds: number) => ({
  page: `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
  forEver: "public, max-age=31536000, immutable",
  forADay: /^public, max-age=86400/,
  askAgain: "no-cache",
  never: "no-store",
});

type Kind = keyof ReturnType<typeof rules>;

const fill = (address: string, product: string): string =>
  address.replaceAll(/:(\w+)/g, (_, name: string) => ({ id: product, tile: "1" })[name] ?? "none");

/** Every address of the shop that answers GET, and of what kind its answer is. */
function listAddresses(found: Addresses): [string, Kind][] {
  const pages = Object.values(pagePaths)
    .flat()
    .map((page): [string, Kind] => [fill(page, found.product), "page"]);
  const calls = routes
    .filter(({ endpoint }) => endpoint.method === "GET")
    .flatMap(({ endpoint, contract }) =>
      [endpoint.path, ...(contract.aliases ?? [])].map((address): [string, Kind] => [
        fill(address, found.product),
        endpoint.policy === "public" && contract.cached ? "askAgain" : "never",
      ]),
    );
  return [
    ...pages,
    ...calls,
    ["/sitemap.xml", "page"],
    ["/robots.txt", "page"],
    ["/no/such/page", "askAgain"],
    ["/api/docs", "askAgain"],
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

/** As a customer's browser has them after signing in. */
const SIGNED_IN = { cookie: "refreshToken=someone; session=someone", authorization: "Bearer someone" };

/** Finds wrong headers, one line each; every address is asked twice, first and from the cache. */
export async function findWrongHeaders(
  url: string,
  seconds: number,
  found: Addresses,
): Promise<{ asked: number; wrong: string[] }> {
  const rule = rules(seconds);
  const addresses = listAddresses(found);
  const wrong: string[] = [];
  for (const [address, kind] of addresses) {
    const [first, again] = [await ask(url, address), await ask(url, address, SIGNED_IN)];
    // A refusal or a redirection is handed out by no one, whatever the address would have said.
    const expected = first.status === 200 ? rule[kind] : /^no-(store|cache)$/;
    for (const { cacheControl, vary, setCookie } of kind === "never" ? [first] : [first, again]) {
      const isRight = typeof expected === "string" ? cacheControl === expected : expected.test(cacheControl);
      if (!isRight) wrong.push(`${address} (${first.status}): cache-control: ${cacheControl}`);
      if (cacheControl.includes("public") && setCookie) wrong.push(`${address}: sets a cookie`);
      if (cacheControl.includes("s-maxage") && !/accept-encoding/i.test(vary))
        wrong.push(`${address}: vary: ${vary}`);
    }
    const isSame = again.status === first.status && (first.status >= 400 || again.body === first.body);
    if (kind !== "never" && !isSame) wrong.push(`${address}: another answer for a customer who is signed in`);
  }
  return { asked: addresses.length, wrong };
}

async function ask(url: string, address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + address, { headers, redirect: "manual" });
  return {
    status: answer.status,
    cacheControl: answer.headers.get("cache-control") ?? "",
    vary: answer.headers.get("vary") ?? "",
    setCookie: answer.headers.has("set-cookie"),
    // The hour at which it was asked may stand in it.
    body: (await answer.text()).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""),
  };
}
