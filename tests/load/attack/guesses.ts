import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { logIn, resetPassword, verifyEmail } from "#shop/accounts/endpoints.ts";
import { passwordReset } from "../../../shop/accounts/server/tables.ts";
import { findCode, findResetLink } from "../../support/mails.ts";
import type { Shop } from "../../support/shop.ts";
import {
  createStrangerAddress,
  createVictim,
  formatCounts,
  type Hit,
  repeatTimes,
  sendHit,
  sendVolley,
  type Victim,
  waitForMail,
} from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Scenario } from "../scenario.ts";

/** Fewer than the shop refuses when it is busy, so that each code can be compared. */
const CODES_AT_ONCE = 100;
const PASSWORDS_AT_ONCE = 200;
const STRANGERS = 50;
const NEW_PASSWORD = "sheesham-and-brass-9";

export const resetCodes: Scenario = {
  name: "reset-codes",
  summary: "10,000 parallel guesses of a mailed code, from 200 addresses",
  threat: "T1",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      await sendHit(shop.url, { path: verifyEmail.path, body: { email: victim.email } });
      const mail = await waitForMail(shop, victim.email, /password/i);
      const guesses = repeatTimes(run.isShort ? 500 : 10_000, (index) =>
        createOtherCode(findCode(mail), index),
      );
      const hits = await sendVolley(guesses, CODES_AT_ONCE, (code, place) =>
        reset(shop, victim, code, createStrangerAddress(place % 200)),
      );
      const stored = await shop.withDatabase((db) =>
        db.select().from(passwordReset).where(eq(passwordReset.accountId, victim.accountId)),
      );
      const owner = await sendVolley(repeatTimes(50, String), 50, () =>
        reset(shop, victim, readLinkCode(mail), "198.51.100.7"),
      );
      run.say(`guesses: ${formatCounts(hits)}; the owner's link, 50 times at once: ${formatCounts(owner)}`);
      return [
        { what: "guesses", value: hits.length },
        { what: "guesses compared", value: stored[0]?.tries ?? Infinity, atMost: 5 },
        { what: "guesses that were let in", value: countSuccesses(hits), atMost: 0 },
        {
          what: "of 50 owners with the right link at once let in",
          value: countSuccesses(owner),
          atLeast: 1,
          atMost: 1,
        },
      ];
    }),
};

export const lockOut: Scenario = {
  name: "lock-out",
  summary: "1,000 parallel guesses of a password from 50 addresses, and mails in the owner's name",
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
      const meanwhile = enterWhenFree(enterKnown);
      const guesses = repeatTimes(run.isShort ? 300 : 1_000, (index) => `guess ${index}`);
      const hits = await sendVolley(guesses, PASSWORDS_AT_ONCE, (password, place) =>
        enter(shop, victim, { password, from: createStrangerAddress(place % STRANGERS) }),
      );
      const mails = await Promise.all(
        repeatTimes(STRANGERS, (place) =>
          sendHit(shop.url, {
            path: verifyEmail.path,
            body: { email: victim.email },
            from: createStrangerAddress(place),
          }),
        ),
      );
      run.say(`logins ${formatCounts(hits)}; requests for mails ${formatCounts(mails)}`);
      await sendVolley(
        repeatTimes(run.isShort ? 100 : 500, (place) => place),
        PASSWORDS_AT_ONCE,
        (place) =>
          reset(shop, victim, createOtherCode("000000", place), createStrangerAddress(place % STRANGERS)),
      );
      const afterwards = await enterKnown();
      const mail = await waitForMail(shop, victim.email, /password/i);
      const from = "198.51.100.3";
      const changed = await reset(shop, victim, readLinkCode(mail), from);
      const mailbox = [changed, await enter(shop, victim, { password: NEW_PASSWORD, from })];
      return [
        // 401 means that the password was compared.
        {
          what: "guesses compared",
          value: hits.filter(({ status }) => status === 401).length,
          atMost: 12,
        },
        { what: "guesses that were let in", value: countSuccesses(hits), atMost: 0 },
        {
          what: "refusals without Retry-After, or of another kind",
          value: hits.filter(({ status, headers }) => status !== 401 && !isProperRefusal(status, headers))
            .length,
          atMost: 0,
        },
        {
          what: "the owner in a known browser, meanwhile: let in",
          value: countSuccesses([await meanwhile]),
          atLeast: 1,
          isTimed: true,
        },
        {
          what: "the owner in a known browser, after it: let in",
          value: countSuccesses([afterwards]),
          atLeast: 1,
        },
        { what: "the owner of the mailbox, anywhere: let in", value: countSuccesses(mailbox), atLeast: 2 },
      ];
    }),
};

const enter = (
  shop: Shop,
  { email, password }: Victim,
  { password: typed, ...how }: { password?: string; from: string; headers?: Record<string, string> },
): Promise<Hit> =>
  sendHit(shop.url, { path: logIn.path, body: { email, password: typed ?? password }, ...how });

const reset = (shop: Shop, { email }: Victim, code: string, from: string): Promise<Hit> =>
  sendHit(shop.url, { path: resetPassword.path, body: { email, code, newPassword: NEW_PASSWORD }, from });

const readLinkCode = (mail: string): string =>
  new URLSearchParams(new URL(findResetLink(mail)).hash.slice(1)).get("code") ?? "";

const createOtherCode = (code: string, place: number): string =>
  String((Number(code) + 1 + place) % 1_000_000).padStart(6, "0");

const countSuccesses = (hits: readonly Hit[]): number => hits.filter(({ status }) => status === 200).length;

const isProperRefusal = (status: number, headers: Hit["headers"]): boolean =>
  [429, 503].includes(status) && headers["retry-after"] !== undefined;

/** Logs in amid the guesses. Tries three times, as a person would while the shop is too busy. */
async function enterWhenFree(attempt: () => Promise<Hit>): Promise<Hit> {
  for (let tries = 1; ; tries++) {
    await sleep(300);
    const hit = await attempt();
    if (hit.status !== 503 || tries === 3) return hit;
  }
}
