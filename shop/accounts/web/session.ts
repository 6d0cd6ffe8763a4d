import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { findPageName } from "#contract/page-paths.ts";
import { call } from "#client/api.ts";
import { goTo } from "#client/links.tsx";
import { closeLive } from "#client/live.ts";
import {
  removeStored,
  runInOneTab,
  subscribeToOtherTabs,
  writeStored,
  readStored,
  readStoredJson,
} from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import { setTokenSource } from "#client/token-source.ts";
import { toastError, toastSuccess } from "#ui/toast.ts";
import type { Credentials } from "../credentials.ts";
import { logIn, logOut, readProfile, refreshByCookie, refreshToken, signInWithGoogle } from "../endpoints.ts";
import { type BegunSession, SESSION_MARK, sessionMessages } from "../session.ts";
import { type User, parseUser } from "../user.ts";

export interface Session {
  /** The signed-in customer; null is a guest. */
  user: User | null;
  /**
   * False on the server and before the browser has read its storage, when it is unknown whether the visitor is a guest.
   */
  known: boolean;
  /** True if the session ended without a logout, because it expired. */
  expired?: boolean;
}

const STORED = {
  user: "user",
  accessToken: "accessToken",
  refreshToken: "refreshToken",
  older: "token",
} as const;

const unknown: Session = { user: null, known: false };
const session = createStore(unknown);

/** Returns the current visitor; the component is rendered again when it changes. */
export const useSession = (): Session => session.useValue();

export const getSession = (): Session => session.get();

/** Calls back after a login or logout in this tab or another. Returns a function that unsubscribes. */
export const onSessionChange = session.subscribe;

/**
 * Starts a visit: restores the stored session (§4) and watches other tabs (D58). Resolves to true if the customer has
 * logged in by a form without JavaScript before.
 */
export async function restoreSession(): Promise<boolean> {
  setTokenSource({ accessToken: readStoredToken, renew });
  subscribeToOtherTabs(Object.values(STORED), () => restore());
  // The first call may happen while a session is being restored.
  window.addEventListener("pageshow", () => session.get().known && restore());
  if (document.cookie.includes(`${SESSION_MARK}=`)) return takeUpSession();
  if (readStoredToken() === null && readStored(STORED.refreshToken) !== null) {
    void refreshNow().finally(restore);
  } else restore();
  return false;
}

/** The session that a form began has only its cookie. What is stored in the browser belongs to an earlier session. */
async function takeUpSession(): Promise<boolean> {
  removeStored(...Object.values(STORED));
  try {
    const { accessToken } = await call(refreshByCookie, {});
    writeStored(STORED.accessToken, accessToken);
    writeStored(STORED.user, JSON.stringify((await call(readProfile, {})).user));
    dropMark();
    return true;
  } catch (failure) {
    if (isOver(failure)) dropMark();
    removeStored(...Object.values(STORED));
    return false;
  } finally {
    restore();
  }
}

const dropMark = (): void => void (document.cookie = `${SESSION_MARK}=; Path=/; Max-Age=0`);

/** §2.10. @throws ApiError with the shop's reason */
export async function logInWith(credentials: Credentials): Promise<void> {
  beginSession(await call(logIn, { body: credentials }));
}

/**
 * Logs in with a credential of the sign-in provider (§7); returns the shop's message, if any. @throws ApiError with the
 * shop's reason
 */
export async function signInWithCredential(credential: string, nonce: string): Promise<string> {
  const response = await call(signInWithGoogle, { body: { credential, nonce } });
  beginSession(response);
  return response.message;
}

/** Shows the customer's changed details. */
export function takeUser(user: User): void {
  writeStored(STORED.user, JSON.stringify(user));
  restore();
}

function beginSession({ user, accessToken, refreshToken: token }: BegunSession): void {
  writeStored(STORED.user, JSON.stringify(user));
  writeStored(STORED.accessToken, accessToken);
  if (token === null) removeStored(STORED.refreshToken);
  else writeStored(STORED.refreshToken, token);
  removeStored(STORED.older);
  restore();
}

/** Ends the session here, in other tabs and on the server, and opens the login (§4). */
export async function logOutNow(): Promise<void> {
  const token = readStored(STORED.refreshToken);
  // The session ends for this visitor even if the shop is unreachable.
  void call(logOut, { body: { refreshToken: token } }).catch(() => {});
  end();
  await goTo(links.logIn());
}

/** Refreshes automatically: on the login page every 15 minutes, and at the start (§4, D48). */
export async function refreshNow(): Promise<void> {
  const token = readStored(STORED.refreshToken);
  if (token === null) return;
  try {
    const { accessToken, user } = await call(refreshToken, { body: { token } });
    // A token without a known owner is not a session.
    if (user === null && readStoredUser() === null) return end();
    if (user !== null) writeStored(STORED.user, JSON.stringify(user));
    writeStored(STORED.accessToken, accessToken);
    restore();
    toastSuccess(sessionMessages.refreshed);
  } catch (failure) {
    if (isOver(failure)) end();
    toastError(sessionMessages.refreshFailed);
  }
}

let renewing: Promise<string | null> | null = null;

/** One refresh at a time, for all calls of this tab and for all tabs together (D17). */
function renew(stale: string): Promise<string | null> {
  renewing ??= runInOneTab("session-refresh", () => renewToken(stale)).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewToken(stale: string): Promise<string | null> {
  const stored = readStoredToken();
  if (stored !== stale) return stored;
  try {
    const { accessToken } = await call(refreshByCookie, {});
    writeStored(STORED.accessToken, accessToken);
    removeStored(STORED.older);
    return accessToken;
  } catch (failure) {
    if (!isOver(failure)) throw failure;
    end({ expired: true });
    toastError(sessionMessages.expired);
    // A visitor on the way to another page still gets there.
    if (findPageName(location.pathname) !== "logIn") void goTo(links.logIn(comeBackTo()));
    return null;
  }
}

/** The page the visitor was on; undefined for the home page, because a login leads there anyway. */
const comeBackTo = (): string | undefined =>
  location.pathname === links.home ? undefined : location.pathname + location.search;

/**
 * True if the session has ended: after a refusal, but not after a missing response, a server error or a rate limit
 * (§4).
 */
const isOver = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.status !== 429;

/** Reads the stored session; without a user or a token the visitor is a guest. */
function restore({ expired = false } = {}): void {
  const user = readStoredToken() === null ? null : readStoredUser();
  const isUnchanged = session.get().known && JSON.stringify(user) === JSON.stringify(session.get().user);
  if (isUnchanged) return;
  if (user === null) closeLive();
  session.set({ user, known: true, ...(expired && { expired }) });
}

function end(options?: { expired: boolean }): void {
  removeStored(...Object.values(STORED));
  restore(options);
}

/** An older version of the shop stored it under 'token' (§3). */
const readStoredToken = (): string | null => readStored(STORED.accessToken) ?? readStored(STORED.older);

const readStoredUser = (): User | null => parseUser(readStoredJson(STORED.user));
