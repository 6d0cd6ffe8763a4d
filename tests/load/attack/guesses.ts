import { logIn, resetPassword } from "#shop/accounts/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { type Hit, sendHit } from "./calls.ts";
import type { Victim } from "./victim.ts";

export const AT_ONCE = 200;

export const NEW_PASSWORD = "sheesham-and-brass-9";

interface Entry {
  password?: string;
  from: string;
  headers?: Record<string, string>;
}

export const enter = (
  shop: Shop,
  { email, password }: Victim,
  { headers, from, password: typed }: Entry,
): Promise<Hit> =>
  sendHit(shop.url, {
    path: logIn.path,
    body: { email, password: typed ?? password },
    from,
    ...(headers && { headers }),
  });

export const reset = (shop: Shop, { email }: Victim, code: string, from: string): Promise<Hit> =>
  sendHit(shop.url, { path: resetPassword.path, body: { email, code, newPassword: NEW_PASSWORD }, from });

export const createOtherCode = (code: string, place: number): string =>
  String((Number(code) + 1 + place) % 1_000_000).padStart(6, "0");

export const countSuccesses = (hits: readonly Hit[]): number =>
  hits.filter(({ status }) => status === 200).length;

/** An answer that the password is wrong means that it was compared. */
export const countCompared = (hits: readonly Hit[]): number =>
  hits.filter(({ status }) => status === 401).length;
