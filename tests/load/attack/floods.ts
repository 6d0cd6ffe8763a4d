import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#contract/links.ts";
import { logIn } from "#shop/accounts/endpoints.ts";
import { addToCart, updateCart } from "#shop/cart/endpoints.ts";
import { findProducts, listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { readResident } from "../bench/processes.ts";
import {
  createStrangerAddress,
  createVictim,
  expectDone,
  findFirstProduct,
  formatCounts,
  repeatTimes,
  sendVolley,
} from "../calls.ts";
import {
  buildPageRequest,
  calculateP99,
  type LeanRequest,
  listOdd,
  listRefused,
  listServed,
  sendCrowd,
} from "../crowd.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Figure, type Scenario, toNoAnswerFigure, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { findP99, toUnansweredFigure, waitUntil, watchResponsiveness } from "../watch.ts";

/** The number of parallel connections to the shop, as from a reverse proxy. */
const CONNECTIONS = 512;
const MEMORY_SHARE = 120;

const MEMORY_BACK_WITHIN_MS = 60_000;

const LOGINS_A_SECOND = 300;
const LIST_P99_MS = 300;

export const loginFlood: Scenario = {
  name: "login-flood",
  summary: "300 invalid logins a second, of invented accounts, from 250 addresses",
  threat: "T4",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const stopWatching = watchResponsiveness([`${shop.url}${listProducts.path}`, `${shop.url}/healthz`]);
      const requests = repeatTimes(LOGINS_A_SECOND * (run.isShort ? 3 : 30), (place): LeanRequest => {
        const body = JSON.stringify({ email: `nobody.${place}@example.com`, password: "a guess" });
        return { method: "POST", path: logIn.path, body, from: createStrangerAddress(place % 250) };
      });
      const { answers } = await sendCrowd({
        url: shop.url,
        requests,
        atOnce: CONNECTIONS,
        aSecond: LOGINS_A_SECOND,
      });
      const others = await stopWatching();
      const [list] = others;
      run.say(`${formatCounts(answers)}; the list took ${list?.p50} ms (median), ${list?.most} ms at most`);
      const statuses = answers.map(({ status }) => status);
      const wrong = statuses.filter((status) => ![0, 401, 429, 503].includes(status));
      return [
        { what: "logins", value: answers.length },
        toNoneFigure("logins with a status other than 401, 429 or 503", wrong.map(String)),
        toNoAnswerFigure("logins without a response", statuses),
        toTimeFigure("p99 of the product list and the health check", findP99(others), LIST_P99_MS),
        toUnansweredFigure("lists and health checks that failed", others),
      ];
    }),
};

const readMemory = (shop: Shop): number => readResident(shop.pid()).rss;

async function measureMemory(shop: Shop, before: number): Promise<Figure> {
  const most = (before * MEMORY_SHARE) / 100;
  let after = Infinity;
  const isBack = () => (after = readMemory(shop)) <= most;
  await waitUntil("the memory is as low as before", isBack, 2_000, MEMORY_BACK_WITHIN_MS).catch(() => {});
  const value = Math.round((100 * after) / before);
  return { what: "memory afterwards, relative to before", value, unit: "%", atMost: MEMORY_SHARE };
}

const PAGES_P99_MS = 50;

export const pages: Scenario = {
  name: "pages",
  summary: "unique page URLs, 250 at once and 2,000 in 30 s",
  threat: "T36",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const { url } = shop;
      const known = repeatTimes(150, (turn) => buildPageRequest(links.products({ maxPrice: 9_000 + turn })));
      await sendCrowd({ url, requests: known, atOnce: 1 });
      const memoryBefore = readMemory(shop);
      const [spread, seconds] = run.isShort ? [300, 5] : [2_000, 30];
      const figures: Figure[] = [];
      for (const [name, requests, load] of [
        ["250 at once", listUniquePages(250, "once"), { atOnce: 250 }],
        [
          `${spread} in ${seconds} s`,
          listUniquePages(spread, "spread"),
          { atOnce: CONNECTIONS, aSecond: spread / seconds },
        ],
      ] as const) {
        const stopWatching = watchResponsiveness([`${url}/`, `${url}/healthz`]);
        await sleep(run.isShort ? 200 : 1_000);
        const served = await sendCrowd({ url, requests, ...load });
        const others = await stopWatching();
        const statuses = served.answers.map(({ status }) => status);
        run.say(`${name}: ${formatCounts(served.answers)}`);
        figures.push(
          toNoneFigure(`${name}: neither served nor refused with Retry-After`, listOdd(served)),
          toNoAnswerFigure(`${name}: pages without a response`, statuses),
          toTimeFigure(`${name}: p99 of the health check and a cached page`, findP99(others), PAGES_P99_MS),
          toUnansweredFigure(`${name}: health checks and cached pages that failed`, others),
        );
      }
      return run.isShort ? figures : [...figures, await measureMemory(shop, memoryBefore)];
    }),
};

const listUniquePages = (count: number, mark: string): LeanRequest[] =>
  repeatTimes(count, (at) => {
    if (at % 4 === 0) return buildPageRequest(`/products?subcategory=${mark}-${at}`);
    return at % 4 === 1
      ? buildPageRequest(`/wooden-bowls?minPrice=${at}&sortOption=atoz&x=${mark}`)
      : buildPageRequest(`/products?minPrice=${at % 400}.${mark.length}${at % 10}&maxPrice=${2_000 + at}`);
  });

const TIMES_PEAK = 5;
const SERVED_SHARE = 80;
const REFUSED_WITHIN_MS = 50;
/** The numbers of concurrent visitors in successive runs, to find the peak throughput. The first is a warm-up. */
const CROWDS = [32, 32, 96, 192];
/** The number of customers. If there were fewer, each would exceed the rate limit for cart changes. */
const CUSTOMERS = 240;

export const overload: Scenario = {
  name: "overload",
  summary: "five times as many uncached pages, searches and cart changes as the shop can serve",
  threat: "T36",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const { url } = shop;
      const buildRequest = await fillCarts(shop, run.isShort ? 24 : CUSTOMERS);
      const createRequests = (count: number) => repeatTimes(count, buildRequest);
      let peak = 0;
      for (const atOnce of run.isShort ? CROWDS.slice(1, 2) : CROWDS) {
        const served = await sendCrowd({ url, requests: createRequests(run.isShort ? 600 : 6_000), atOnce });
        const perSecond = (1_000 * listServed(served).length) / served.tookMs;
        run.say(`${atOnce} at once: ${Math.round(perSecond)} a second`);
        peak = Math.max(peak, perSecond);
      }
      const memoryBefore = readMemory(shop);
      const aSecond = peak * TIMES_PEAK;
      const requests = createRequests(Math.round(aSecond * (run.isShort ? 3 : 20)));
      const flooded = await sendCrowd({ url, requests, atOnce: CONNECTIONS, aSecond });
      const [served, refused] = [listServed(flooded), listRefused(flooded)];
      run.say(
        `${requests.length} sent: ${formatCounts(flooded.answers)}, p99 of those served ${Math.round(calculateP99(served))} ms; ${flooded.skipped} not sent because all connections were in use`,
      );
      const statuses = flooded.answers.map(({ status }) => status);
      const figures = [
        toTimeFigure("p99 of refusals", calculateP99(refused), REFUSED_WITHIN_MS),
        toNoneFigure("refusals without Retry-After or with another status", listOdd(flooded)),
        toNoAnswerFigure("requests without a response", statuses),
      ];
      if (run.isShort) return figures;
      const share = Math.round((100 * 1_000 * served.length) / flooded.tookMs / peak);
      return [
        { what: "share of the peak that is still served", value: share, unit: "%", atLeast: SERVED_SHARE },
        ...figures,
        await measureMemory(shop, memoryBefore),
      ];
    }),
};

async function fillCarts(shop: Shop, customers: number): Promise<() => LeanRequest> {
  const productId = await findFirstProduct(shop);
  const tokens = await sendVolley(repeatTimes(customers, String), 4, async () => {
    const { accessToken: token } = await createVictim(shop);
    await expectDone(shop, addToCart.path, { productId, quantity: 1 }, { token });
    return token;
  });
  let place = 0;
  return () => {
    const mark = (100 + (++place % 60_000) / 100).toFixed(2);
    const from = createStrangerAddress(place % 3_000);
    if (place % 3 === 0) return buildPageRequest(links.products({ minPrice: mark }), from);
    if (place % 3 === 1) {
      const search = `${findProducts.path}?q=${encodeURIComponent(`bowl ${mark}`)}`;
      return { method: "GET", path: search, from };
    }
    const turn = Math.floor(place / 3);
    const token = tokens[turn % tokens.length] ?? "";
    const body = JSON.stringify({ productId, quantity: 1 + (turn % 5) });
    return { method: updateCart.method, path: updateCart.path, from, token, body };
  };
}
