import { allAtOnce, lookAtMails, lookEverywhere, plant } from "../load/attack/scripts.ts";
import { expect, test } from "../support/journey-shop.ts";

/* A short version of `npm run attack -- scripts`, with one payload that combines several others. */

test(
  "T18: markup that a customer types is shown as text on the screens, in mails and in the PDF",
  {
    tag: "@front",
  },
  async ({ browser, shop }) => {
    const customer = await plant(shop, allAtOnce, "203.0.113.18");
    expect(await lookEverywhere(browser, shop, customer)).toEqual([]);
    expect(await lookAtMails(browser, shop)).toEqual([]);
  },
);
