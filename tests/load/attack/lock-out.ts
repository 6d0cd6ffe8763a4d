import { verifyEmail } from "#shop/accounts/endpoints.ts";
import { resetLinkIn } from "../../support/reset-code.ts";
import type { Shop } from "../../support/shop.ts";
import type { Scenario } from "../scenario.ts";
import { countsOf, type Hit, hit, stranger, times, volley } from "./calls.ts";
import { inShop } from "./attacked-shop.ts";
import { mailTo, makeVictim, type Victim } from "./victim.ts";
import { AT_ONCE, compared, enter, NEW_PASSWORD, otherCode, reset, successes } from "./guesses.ts";

const STRANGERS = 50;

export const lockOut: Scenario = {
  name: "lock-out",
  summary: "1,000 guesses from 50 addresses, and mails asked for in the owner's name; the owner comes in",
  threat: "T34",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const victim = await makeVictim(shop);
      const origin = { origin: shop.url };
      const first = await enter(shop, victim, { from: "198.51.100.1", headers: origin });
      const cookie = (first.headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
      const hits = await volley(
        times(1_000, (place) => place),
        AT_ONCE,
        (place) => enter(shop, victim, { password: `guess ${place}`, from: stranger(place % STRANGERS) }),
      );
      const mails = await volley(
        times(STRANGERS, (place) => place),
        AT_ONCE,
        (place) =>
          hit(shop.url, { path: verifyEmail.path, body: { email: victim.email }, from: stranger(place) }),
      );
      stage.say(`logins ${countsOf(hits)}; mails asked for ${countsOf(mails)}`);
      await volley(
        times(500, (place) => place),
        AT_ONCE,
        (place) => reset(shop, victim, otherCode("000000", place), stranger(place % STRANGERS)),
      );
      const known = await enter(shop, victim, { from: "198.51.100.2", headers: { ...origin, cookie } });
      const mailbox = await byMailbox(shop, victim);
      return [
        { what: "guesses compared", value: compared(hits), atMost: 20 },
        { what: "guesses that were let in", value: successes(hits), atMost: 0 },
        { what: "the owner in a known browser: let in", value: successes([known]), atLeast: 1 },
        { what: "the owner of the mailbox, anywhere: let in", value: successes(mailbox), atLeast: 2 },
      ];
    }),
};

/** Follows the link of the mail that strangers have asked for, and logs in from the same place. */
async function byMailbox(shop: Shop, victim: Victim): Promise<Hit[]> {
  const mail = await mailTo(shop, victim.email, /password/i);
  const link = new URLSearchParams(new URL(resetLinkIn(mail)).hash.slice(1)).get("code") ?? "";
  const from = "198.51.100.3";
  const changed = await reset(shop, victim, link, from);
  return [changed, await enter(shop, victim, { password: NEW_PASSWORD, from })];
}
