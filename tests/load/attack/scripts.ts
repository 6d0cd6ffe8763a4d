import { none, type Scenario } from "../scenario.ts";
import { inBrowser } from "./browser.ts";
import { inShop } from "./attacked-shop.ts";
import { stranger, volley } from "./calls.ts";
import { allAtOnce, payloads } from "./hostile-texts.ts";
import { plant } from "./plant-texts.ts";
import { mailsIn } from "./victim.ts";
import { lookAtMails, lookEverywhere, READERS } from "./look-at-texts.ts";

export const scripts: Scenario = {
  name: "scripts",
  summary: "80 hostile texts in every field, looked at on all screens, in mails and in the PDF",
  threat: "T18",
  engines: ["embedded"],
  inShortForm: false,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const texts = stage.isShort ? [allAtOnce, "javascript:xss()"] : payloads;
      const planted = await volley(texts, 4, (text, place) => plant(shop, text, stranger(place)));
      const found = await inBrowser(async (browser) => {
        const ofPages = await volley(planted, READERS, async (customer, place) => {
          const seen = await lookEverywhere(browser, shop, customer);
          if (place % 10 === 9) stage.say(`${place + 1} texts looked at`);
          return seen;
        });
        return [...ofPages.flat(), ...(await lookAtMails(browser, shop))];
      });
      return [
        { what: "texts", value: texts.length },
        { what: "mails looked at", value: mailsIn(shop).length, atLeast: texts.length },
        none("texts that ran, were stopped by the policy, or became elements", found),
      ];
    }),
};
