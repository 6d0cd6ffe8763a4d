import { setTimeout as sleep } from "node:timers/promises";
import { openMailServer } from "../../support/mail-server.ts";
import { checkOutAll, planCheckouts, formatStatuses } from "./checkout.ts";
import { runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { openProxy, type ProxyMode } from "./proxy.ts";
import { type Figure, toNoneFigure, type Scenario, toTimeFigure } from "../scenario.ts";

const BUYERS_EACH = 24;
const ORDERED_WITHIN_MS = 9_000;
const DELIVERED_WITHIN_MS = 90_000;
const ASK_AGAIN_MS = 5_000;

const troubles: readonly { name: string; mode: ProxyMode }[] = [
  { name: "refuses", mode: "refuse" },
  { name: "hangs", mode: "swallow" },
  { name: "babbles", mode: "babble" },
];

export const mail: Scenario = {
  name: "mail",
  summary: "the mail server refuses, hangs and babbles, during checkouts",
  threat: "T28",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(run) {
    const server = await openMailServer();
    const proxy = await openProxy(server.port);
    const settings = {
      SMTP_URL: `smtp://127.0.0.1:${proxy.port}`,
      MAIL_FROM: "Taruva <shop@taruva.example>",
      MAIL_TO: "owner@taruva.example",
    };
    try {
      const crowdOptions = { rounds: troubles.length, buyers: BUYERS_EACH, settings };
      return await runInShop(run, crowdOptions, async ({ shop, listBuyers, rareIn }) => {
        const figures: Figure[] = [];
        for (const [round, { name, mode }] of troubles.entries()) {
          const seen = planCheckouts(listBuyers(round), rareIn(round));
          proxy.turnTo(mode);
          await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
          proxy.turnTo("pass");
          const began = performance.now();
          // Who has not paid is written to later.
          const missing = () =>
            seen.checkouts
              .filter(
                ({ isCharged, member }) => isCharged && !server.heard.includes(`RCPT TO:<${member.email}>`),
              )
              .map(({ orderId }) => `${name}: nobody was written to about ${orderId}`);
          while (missing().length > 0 && performance.now() - began < DELIVERED_WITHIN_MS) {
            await shop.operator("mail", "retry");
            await sleep(ASK_AGAIN_MS);
          }
          run.say(
            `${name}: all mails ${Math.round(performance.now() - began)} ms after it was well (${formatStatuses(seen)})`,
          );
          figures.push(
            toTimeFigure("longest checkout call", seen.longestAnswerMs, ORDERED_WITHIN_MS),
            toNoneFigure("customers who got no mail", missing()),
            ...(await readLedger(shop, seen)),
          );
        }
        return figures;
      });
    } finally {
      await proxy.close();
      await server.close();
    }
  },
};
