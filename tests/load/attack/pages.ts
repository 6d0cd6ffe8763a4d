import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../support/processes.ts";
import { formatCounts, repeatTimes } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Figure, type Scenario, toNoAnswerFigure, toNoneFigure, toTimeFigure } from "../scenario.ts";
import {
  findP99,
  readResidentMegabytes,
  toUnansweredFigure,
  waitForMemory,
  watchResponsiveness,
} from "../watch.ts";

const P99_MS = 50;
const MEMORY_SHARE = 120;

export const pages: Scenario = {
  name: "pages",
  summary: "unique page URLs, 250 at once and 2,000 in 30 s",
  threat: "T36",
  engines: ["embedded"],
  inShortForm: true,
  async run(run) {
    const [spread, overMs] = run.isShort ? [300, 5_000] : [2_000, 30_000];
    const metricsPort = await findFreePort();
    return runInShop(run, { METRICS_PORT: String(metricsPort) }, async (shop) => {
      // Fills the page cache, as in a shop that has been open for a while.
      for (let turn = 0; turn < 150; turn++) await ask(`${shop.url}/products?maxPrice=${9_000 + turn}`);
      const memoryBefore = await readResidentMegabytes(metricsPort);
      const floods = [
        ["250 at once", listAddresses(shop.url, 250, "once"), 0],
        [`${spread} in ${overMs / 1_000} s`, listAddresses(shop.url, spread, "spread"), overMs],
      ] as const;
      const figures: Figure[] = [];
      for (const [name, addresses, ms] of floods) {
        const stopWatching = watchResponsiveness([`${shop.url}/`, `${shop.url}/healthz`]);
        await sleep(run.isShort ? 200 : 1_000);
        const answers = await askAll(addresses, ms);
        const others = await stopWatching();
        run.say(`${name}: ${formatCounts(answers)}`);
        const odd = answers.filter(
          ({ status, retryAfter }) =>
            ![0, 200].includes(status) && !([429, 503].includes(status) && retryAfter),
        );
        figures.push(
          toNoneFigure(
            `${name}: neither served nor refused with Retry-After`,
            odd.map(({ status }) => `${status}`),
          ),
          toNoAnswerFigure(
            `${name}: pages without a response`,
            answers.map(({ status }) => status),
          ),
          toTimeFigure(`${name}: p99 of the health check and a cached page`, findP99(others), P99_MS),
          toUnansweredFigure(`${name}: health checks and cached pages that failed`, others),
        );
      }
      if (run.isShort) return figures;
      const most = (memoryBefore * MEMORY_SHARE) / 100;
      const after = await waitForMemory(() => readResidentMegabytes(metricsPort), most);
      const share = Math.round((100 * after) / memoryBefore);
      return [
        ...figures,
        { what: "memory afterwards, relative to before", value: share, unit: "%", atMost: MEMORY_SHARE },
      ];
    });
  },
};

/** Returns unique URLs, which no cache entry matches. */
const listAddresses = (url: string, count: number, mark: string): string[] =>
  repeatTimes(count, (at) => {
    if (at % 4 === 0) return `${url}/products?subcategory=${mark}-${at}`;
    return at % 4 === 1
      ? `${url}/wooden-bowls?minPrice=${at}&sortOption=atoz&x=${mark}`
      : `${url}/products?minPrice=${at % 400}.${mark.length}${at % 10}&maxPrice=${2_000 + at}`;
  });

interface Answer {
  status: number;
  retryAfter: boolean;
}

const askAll = (urls: readonly string[], overMs: number): Promise<Answer[]> =>
  Promise.all(
    urls.map(async (url, at) => {
      await sleep((at * overMs) / urls.length);
      return ask(url);
    }),
  );

/** Requests a page on a new connection. Returns its response. */
function ask(url: string): Promise<Answer> {
  return new Promise((resolve) => {
    const requested = request(url, { agent: false, headers: { "accept-encoding": "br" } }, (response) => {
      const { statusCode = 0, headers } = response;
      response
        .resume()
        .on("end", () => resolve({ status: statusCode, retryAfter: "retry-after" in headers }));
    });
    requested.on("error", () => resolve({ status: 0, retryAfter: false }));
    requested.end();
  });
}
