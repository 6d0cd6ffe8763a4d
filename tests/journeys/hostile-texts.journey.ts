import { allAtOnce } from "../load/attack/hostile-texts.ts";
import { plant } from "../load/attack/plant-texts.ts";
import { lookAtMails, lookEverywhere } from "../load/attack/look-at-texts.ts";
import { expect, test } from "../support/shop.ts";

/* The short form of `npm run attack -- scripts`: one text that tries every way out at once. */

test(
  "T18: what is typed into any field stays a text on all screens, in mails and in the PDF",
  {
    tag: "@front",
  },
  async ({ browser, shop }) => {
    const customer = await plant(shop, allAtOnce, "203.0.113.18");
    expect(await lookEverywhere(browser, shop, customer)).toEqual([]);
    expect(await lookAtMails(browser, shop)).toEqual([]);
  },
);
