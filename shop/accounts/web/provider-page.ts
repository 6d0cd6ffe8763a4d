import * as v from "valibot";
import { links } from "#contract/links.ts";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/tab-storage.ts";
import type { SignInProvider } from "../third-party.ts";

const STORED = "sign-in";

const storedSchema = v.object({ state: v.string(), nonce: v.string(), redirect: v.string() });

/** Leaves for the provider's own page, which sends the visitor back to the login with an id_token in the fragment. */
export function goToProvider(provider: NonNullable<SignInProvider>, redirect: string): void {
  if (provider.authorizeUrl === null) return;
  const stored = { state: crypto.randomUUID(), nonce: crypto.randomUUID(), redirect };
  writeStoredInTab(STORED, JSON.stringify(stored));
  const page = new URL(provider.authorizeUrl);
  const requested = {
    response_type: "id_token",
    response_mode: "fragment",
    scope: "openid email profile",
    client_id: provider.clientId,
    redirect_uri: location.origin + links.logIn(),
    state: stored.state,
    nonce: stored.nonce,
  };
  for (const [name, value] of Object.entries(requested)) page.searchParams.set(name, value);
  location.assign(page);
}

/** What the provider sent along, once; null for an ordinary visit or an answer to someone else's question. */
export function readProviderReturn(): { credential: string | null; nonce: string; redirect: string } | null {
  const answer = new URLSearchParams(location.hash.slice(1));
  if (!answer.has("state")) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const stored = v.safeParse(storedSchema, readStoredJsonInTab(STORED));
  removeStoredInTab(STORED);
  if (!stored.success || stored.output.state !== answer.get("state")) return null;
  return { credential: answer.get("id_token"), nonce: stored.output.nonce, redirect: stored.output.redirect };
}
