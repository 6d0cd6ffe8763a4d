import { eq } from "drizzle-orm";
import { verifyEmail } from "#shop/accounts/endpoints.ts";
import { account, passwordReset } from "../../../shop/accounts/server/tables.ts";
import { findCode, findResetLink } from "../../support/reset-code.ts";
import type { Shop } from "../../support/shop.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { formatCounts, type Hit, createStrangerAddress, repeatTimes, sendVolley } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { expectDone, waitForMail, createVictim, type Victim } from "./victim.ts";
import { AT_ONCE, countCompared, enter, createOtherCode, reset, countSuccesses } from "./guesses.ts";

/** Fewer than are turned away when the shop is busy: each is to be compared, if it can be. */
const CODES_AT_ONCE = 100;

export const resetCodes: Scenario = {
  name: "reset-codes",
  summary: "10,000 parallel guesses of a mailed code, from 200 addresses",
  threat: "T1",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      await expectDone(shop, verifyEmail.path, { email: victim.email });
      const mail = await waitForMail(shop, victim.email, /password/i);
      const before = await readStoredHash(shop, victim);
      const wrong = repeatTimes(run.isShort ? 1_000 : 10_000, (index) =>
        createOtherCode(findCode(mail), index),
      );
      const hits = await sendVolley(wrong, CODES_AT_ONCE, (code, place) =>
        reset(shop, victim, code, createStrangerAddress(place % 200)),
      );
      run.say(formatCounts(hits));
      const compared = await shop.withDatabase((db) =>
        db.select().from(passwordReset).where(eq(passwordReset.accountId, victim.accountId)),
      );
      const after = await readStoredHash(shop, victim);
      const link = new URLSearchParams(new URL(findResetLink(mail)).hash.slice(1)).get("code") ?? "";
      const owner = await sendVolley(repeatTimes(50, String), 50, () =>
        reset(shop, victim, link, "198.51.100.7"),
      );
      run.say(`the owner's link, 50 times at once: ${formatCounts(owner)}`);
      return [
        { what: "guesses", value: hits.length },
        { what: "guesses compared", value: compared[0]?.tries ?? Infinity, atMost: 5 },
        { what: "guesses that were let in", value: countSuccesses(hits), atMost: 0 },
        { what: "passwords changed by them", value: before === after ? 0 : 1, atMost: 0 },
        {
          what: "of 50 owners with the right link at once let in",
          value: countSuccesses(owner),
          atLeast: 1,
          atMost: 1,
        },
      ];
    }),
};

export const passwords: Scenario = {
  name: "passwords",
  summary: "1,000 parallel guesses of one account's password, from one address",
  threat: "T3",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      const hits = await sendVolley(repeatTimes(1_000, String), AT_ONCE, (guess) =>
        enter(shop, victim, { password: guess, from: createStrangerAddress(0) }),
      );
      run.say(formatCounts(hits));
      return [
        { what: "guesses compared", value: countCompared(hits), atMost: 12 },
        ...measureRefusals(hits.filter(({ status }) => status !== 401)),
      ];
    }),
};

function measureRefusals(refused: readonly Hit[]): Figure[] {
  const wrong = refused.filter(
    ({ status, headers }) => !([429, 503].includes(status) && headers["retry-after"]),
  );
  return [
    {
      what: "refusals without Retry-After, or of another kind",
      value: wrong.length,
      atMost: 0,
      details: wrong.map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
    },
  ];
}

async function readStoredHash(shop: Shop, { accountId }: Victim): Promise<string | null | undefined> {
  const rows = await shop.withDatabase((db) => db.select().from(account).where(eq(account.id, accountId)));
  return rows[0]?.passwordHash;
}
