import { setTimeout as sleep } from "node:timers/promises";
import { verifyEmail } from "#shop/accounts/endpoints.ts";
import { findResetLink } from "../../support/reset-code.ts";
import type { Shop } from "../../support/shop.ts";
import type { Scenario } from "../scenario.ts";
import { formatCounts, type Hit, sendHit, createStrangerAddress, repeatTimes, sendVolley } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { waitForMail, createVictim, type Victim } from "./victim.ts";
import {
  AT_ONCE,
  countCompared,
  enter,
  NEW_PASSWORD,
  createOtherCode,
  reset,
  countSuccesses,
} from "./guesses.ts";

const STRANGERS = 50;
const AMID_THE_GUESSES_MS = 300;

export const lockOut: Scenario = {
  name: "lock-out",
  summary: "1,000 guesses from 50 addresses, and mails asked for in the owner's name; the owner comes in",
  threat: "T34",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      const origin = { origin: shop.url };
      const first = await enter(shop, victim, { from: "198.51.100.1", headers: origin });
      const cookie = (first.headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
      const enterKnown = () => enter(shop, victim, { from: "198.51.100.2", headers: { ...origin, cookie } });
      const meanwhile = enterWhenLetIn(enterKnown);
      const hits = await sendVolley(
        repeatTimes(1_000, (index) => index),
        AT_ONCE,
        (place) =>
          enter(shop, victim, { password: `guess ${place}`, from: createStrangerAddress(place % STRANGERS) }),
      );
      const mails = await sendVolley(
        repeatTimes(STRANGERS, (index) => index),
        AT_ONCE,
        (place) =>
          sendHit(shop.url, {
            path: verifyEmail.path,
            body: { email: victim.email },
            from: createStrangerAddress(place),
          }),
      );
      run.say(`logins ${formatCounts(hits)}; mails asked for ${formatCounts(mails)}`);
      await sendVolley(
        repeatTimes(500, (index) => index),
        AT_ONCE,
        (place) =>
          reset(shop, victim, createOtherCode("000000", place), createStrangerAddress(place % STRANGERS)),
      );
      const known = await enterKnown();
      const mailbox = await resetByMailbox(shop, victim);
      return [
        { what: "guesses compared", value: countCompared(hits), atMost: 12 },
        { what: "guesses that were let in", value: countSuccesses(hits), atMost: 0 },
        {
          what: "the owner in a known browser, meanwhile: let in",
          value: countSuccesses([await meanwhile]),
          atLeast: 1,
        },
        {
          what: "the owner in a known browser, after it: let in",
          value: countSuccesses([known]),
          atLeast: 1,
        },
        { what: "the owner of the mailbox, anywhere: let in", value: countSuccesses(mailbox), atLeast: 2 },
      ];
    }),
};

/** Follows the link of the mail that strangers have asked for, and logs in from the same place. */
/** Tries again, as often as a person would, while the shop is too busy for anyone. */
async function enterWhenLetIn(attempt: () => Promise<Hit>): Promise<Hit> {
  for (let tries = 1; ; tries++) {
    await sleep(AMID_THE_GUESSES_MS);
    const hit = await attempt();
    if (hit.status !== 503 || tries === 3) return hit;
  }
}

async function resetByMailbox(shop: Shop, victim: Victim): Promise<Hit[]> {
  const mail = await waitForMail(shop, victim.email, /password/i);
  const link = new URLSearchParams(new URL(findResetLink(mail)).hash.slice(1)).get("code") ?? "";
  const from = "198.51.100.3";
  const changed = await reset(shop, victim, link, from);
  return [changed, await enter(shop, victim, { password: NEW_PASSWORD, from })];
}
