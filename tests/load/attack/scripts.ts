import { toNoneFigure, type Scenario } from "../scenario.ts";
import { runInBrowser } from "./browser.ts";
import { runInShop } from "./attacked-shop.ts";
import { createStrangerAddress, sendVolley } from "./calls.ts";
import { allAtOnce, payloads } from "./hostile-texts.ts";
import { plant } from "./plant-texts.ts";
import { listMails } from "./victim.ts";
import { lookAtMails, lookEverywhere, READERS } from "./look-at-texts.ts";

export const scripts: Scenario = {
  name: "scripts",
  summary: "80 hostile texts in every field, looked at on all screens, in mails and in the PDF",
  threat: "T18",
  engines: ["embedded"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const texts = run.isShort ? [allAtOnce, "javascript:xss()"] : payloads;
      const planted = await sendVolley(texts, 4, (text, place) =>
        plant(shop, text, createStrangerAddress(place)),
      );
      const found = await runInBrowser(async (browser) => {
        const ofPages = await sendVolley(planted, READERS, async (customer, place) => {
          const seen = await lookEverywhere(browser, shop, customer);
          if (place % 10 === 9) run.say(`${place + 1} texts looked at`);
          return seen;
        });
        return [...ofPages.flat(), ...(await lookAtMails(browser, shop))];
      });
      return [
        { what: "texts", value: texts.length },
        { what: "mails looked at", value: listMails(shop).length, atLeast: texts.length },
        toNoneFigure("texts that ran, were stopped by the policy, or became elements", found),
      ];
    }),
};
