import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateCode } from "#platform/ids.ts";
import { logIn, register } from "#shop/accounts/endpoints.ts";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import type { Shop } from "../../support/shop.ts";
import { type Hit, sendHit } from "./calls.ts";

export interface Victim {
  accountId: string;
  email: string;
  password: string;
  /** A session without a cookie, as that of a script. */
  accessToken: string;
  refreshToken: string;
}

const MAIL_WITHIN_MS = 15_000;

/** A customer with an ordinary account, signed in; the fields of the form can say something else. */
export async function createVictim(shop: Shop, form: Record<string, unknown> = {}): Promise<Victim> {
  const email = `asha.${generateCode(10)}@example.com`.toLowerCase();
  const password = "neem-and-teak-7";
  const address = {
    street: "12 Ring Road",
    zipCode: "395002",
    country: "India",
    state: "Gujarat",
    city: "Surat",
  };
  const body = { firstName: "Asha", lastName: "Patel", email, address, phoneNumber: "9876543210", password };
  const { address: given, ...others } = form;
  await expectDone(shop, register.path, {
    ...body,
    confirmPassword: password,
    ...others,
    address: { ...address, ...(given as object) },
  });
  const begun = await expectDone(shop, logIn.path, { email, password });
  const { user, accessToken, refreshToken } = begun as unknown as Victim & { user: { _id: string } };
  return { accountId: user._id, email, password, accessToken, refreshToken };
}

/** A call that has to succeed. */
export async function expectDone(
  shop: Shop,
  path: string,
  body?: unknown,
  how: { token?: string; method?: string; from?: string; headers?: Record<string, string> } = {},
): Promise<Record<string, unknown>> {
  const answer: Hit = await sendHit(shop.url, { path, ...(body !== undefined && { body }), ...how });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

/** The newest mail to someone, as it lies in the outbox; waits for one that is newer than `than` files. */
export async function waitForMail(shop: Shop, email: string, about: RegExp): Promise<string> {
  const giveUp = performance.now() + MAIL_WITHIN_MS;
  while (performance.now() < giveUp) {
    const found = listMails(shop).find(
      (mail) => mail.includes(`\nTo: ${email}\n`) && about.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? ""),
    );
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`No mail to ${email} about ${about.source}.`);
}

/** All mails that were sent, the newest first. */
export function listMails({ dataDir }: Shop): string[] {
  const folder = getOutboxFolder(dataDir);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
}
