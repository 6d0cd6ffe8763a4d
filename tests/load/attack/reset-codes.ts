import { eq } from "drizzle-orm";
import { resetPassword, verifyEmail } from "#shop/accounts/endpoints.ts";
import { passwordReset } from "../../../shop/accounts/server/tables.ts";
import { findCode, findResetLink } from "../../support/mails.ts";
import {
  createStrangerAddress,
  createVictim,
  formatCounts,
  type CallResult,
  repeatTimes,
  sendHit,
  sendVolley,
  waitForMail,
} from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Scenario } from "../scenario.ts";

/** The number of parallel guesses. With more, the overloaded shop would reject some without comparing their codes. */
const AT_ONCE = 100;

export const resetCodes: Scenario = {
  name: "reset-codes",
  summary: "10,000 parallel guesses of a mailed code, from 200 addresses",
  threat: "T1",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const { email, accountId } = await createVictim(shop);
      await sendHit(shop.url, { path: verifyEmail.path, body: { email } });
      const mail = await waitForMail(shop, email, /password/i);
      const reset = (code: string, from: string) =>
        sendHit(shop.url, {
          path: resetPassword.path,
          body: { email, code, newPassword: "sheesham-and-brass-9" },
          from,
        });
      const guesses = repeatTimes(run.isShort ? 500 : 10_000, (index) =>
        String((Number(findCode(mail)) + 1 + index) % 1_000_000).padStart(6, "0"),
      );
      const hits = await sendVolley(guesses, AT_ONCE, (code, place) =>
        reset(code, createStrangerAddress(place % 200)),
      );
      const stored = await shop.withDatabase((db) =>
        db.select().from(passwordReset).where(eq(passwordReset.accountId, accountId)),
      );
      const link = new URLSearchParams(new URL(findResetLink(mail)).hash.slice(1)).get("code") ?? "";
      const owner = await Promise.all(repeatTimes(50, () => reset(link, "198.51.100.7")));
      run.say(`guesses: ${formatCounts(hits)}; the owner's link, 50 times at once: ${formatCounts(owner)}`);
      return [
        { what: "guesses", value: hits.length },
        { what: "guesses compared", value: stored[0]?.tries ?? Infinity, atMost: 5 },
        { what: "guesses that logged in", value: countSuccesses(hits), atMost: 0 },
        {
          what: "logins of 50 concurrent owners with the right link",
          value: countSuccesses(owner),
          atLeast: 1,
          atMost: 1,
        },
      ];
    }),
};

const countSuccesses = (hits: readonly CallResult[]): number =>
  hits.filter(({ status }) => status === 200).length;
