import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "#shop/accounts/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { createStrangerAddress, formatCounts, type CallResult, sendHit } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Scenario, toNoAnswerFigure, toNoneFigure } from "../scenario.ts";
import { watchResponsiveness } from "../watch.ts";

const A_SECOND = 300;
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
      const hits = await flood(shop.url, run.isShort ? 3 : 30);
      const [list, health] = await stopWatching();
      run.say(`${formatCounts(hits)}; the list took ${list?.p50} ms in the middle, ${list?.most} ms at most`);
      const statuses = hits.map(({ status }) => status);
      return [
        { what: "logins", value: hits.length },
        toNoneFigure(
          "logins with a status other than 401, 429 or 503",
          statuses.filter((status) => ![0, 401, 429, 503].includes(status)).map(String),
        ),
        toNoAnswerFigure("logins without a response", statuses),
        { what: "p99 of the product list", value: list?.p99 ?? Infinity, unit: "ms", atMost: LIST_P99_MS },
        { what: "p99 of the health check", value: health?.p99 ?? Infinity, unit: "ms", atMost: LIST_P99_MS },
        { what: "lists that failed", value: list?.failed ?? Infinity, atMost: 0, isTimed: true },
      ];
    }),
};

/** Sends logins at a fixed rate, without waiting for the responses. */
async function flood(shopUrl: string, seconds: number): Promise<CallResult[]> {
  const began = performance.now();
  const sent: Promise<CallResult>[] = [];
  while (sent.length < A_SECOND * seconds) {
    const due = Math.min(A_SECOND * seconds, ((performance.now() - began) / 1_000) * A_SECOND);
    while (sent.length < due) {
      const place = sent.length;
      const body = { email: `nobody.${place}@example.com`, password: "a guess" };
      sent.push(sendHit(shopUrl, { path: logIn.path, body, from: createStrangerAddress(place % 250) }));
    }
    await sleep(5);
  }
  return Promise.all(sent);
}
