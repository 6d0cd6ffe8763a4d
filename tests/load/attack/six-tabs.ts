import type { BrowserContext, Page } from "@playwright/test";
import { refreshToken } from "#shop/accounts/endpoints.ts";
import { links } from "#contract/links.ts";
import { logIn as logInByHand } from "../../support/register.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, type Scenario } from "../scenario.ts";
import { runInBrowser } from "./browser.ts";
import { sendHit, repeatTimes } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { expectDone, createVictim, type Victim } from "./victim.ts";

const TABS = 6;

export const sixTabs: Scenario = {
  name: "six-tabs",
  summary: "six tabs and six scripts refresh one session at the same moment, again and again",
  threat: "T5",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const rounds = run.isShort ? 2 : 10;
      const victim = await createVictim(shop);
      const byScripts = await refreshByScript(shop, victim, rounds);
      const byTabs = await runInBrowser(async (browser) => {
        const context = await browser.newContext({ baseURL: shop.url });
        const tabs = await openTabs(context, victim);
        return refreshInTabs(context, tabs, rounds);
      });
      return [{ what: "rounds", value: rounds }, ...byScripts, ...byTabs];
    }),
};

/** Without a cookie the refresh token rotates: six that send the same one at once are all taken, whatever it is by then. */
async function refreshByScript(shop: Shop, victim: Victim, rounds: number): Promise<Figure[]> {
  const refused: string[] = [];
  let token = victim.refreshToken;
  for (let round = 0; round < rounds; round++) {
    const hits = await Promise.all(
      repeatTimes(TABS, () => sendHit(shop.url, { path: refreshToken.path, body: { token } })),
    );
    for (const { status, text } of hits) {
      if (status !== 200) refused.push(`round ${round}: ${status} ${text}`);
      else token = (JSON.parse(text) as { refreshToken?: string }).refreshToken ?? token;
    }
    const answers = hits.map(({ text }) => JSON.parse(text) as { accessToken?: string });
    for (const { accessToken } of answers) {
      const path = `/addresses/${victim.accountId}`;
      const own = await sendHit(shop.url, { path, ...(accessToken && { token: accessToken }) });
      if (own.status !== 200) refused.push(`round ${round}: the new token opens nothing, ${own.status}`);
    }
  }
  await expectDone(shop, refreshToken.path, { token });
  return [toNoneFigure("scripts that were logged out", refused)];
}

async function openTabs(context: BrowserContext, victim: Victim): Promise<Page[]> {
  const first = await context.newPage();
  await first.goto(links.logIn());
  await logInByHand(first, victim);
  await first.waitForURL((url) => url.pathname === "/");
  const others = await Promise.all(repeatTimes(TABS - 1, () => context.newPage()));
  return [first, ...others];
}

/** The access token is spoiled for all of them; each finds that out by itself, at the same time. */
async function refreshInTabs(
  context: BrowserContext,
  tabs: readonly Page[],
  rounds: number,
): Promise<Figure[]> {
  const refreshes: number[] = [];
  const loggedOut: string[] = [];
  let seen = 0;
  context.on("request", (request) => {
    if (/refresh/.test(new URL(request.url()).pathname)) seen++;
  });
  for (let round = 0; round < rounds; round++) {
    await Promise.all(tabs.map((tab) => tab.goto(links.contact)));
    await tabs[0]?.evaluate(() => localStorage.setItem("accessToken", "spoiled"));
    seen = 0;
    await Promise.all(tabs.map((tab) => tab.goto(links.orders)));
    await Promise.all(
      tabs.map((tab, index) =>
        tab
          .getByText("No orders found.")
          .waitFor({ timeout: 20_000 })
          .catch(() => loggedOut.push(`round ${round}, tab ${index}: ${tab.url()}`)),
      ),
    );
    refreshes.push(seen);
  }
  return [
    toNoneFigure("tabs that were logged out", loggedOut),
    { what: "refreshes in a round, at most", value: Math.max(...refreshes), atMost: TABS },
  ];
}
