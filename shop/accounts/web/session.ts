import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { findPageName } from "#contract/page-paths.ts";
import { toApiUrl } from "#client/api-address.ts";
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
import { type StoredSession, SESSION_MARK, sessionMessages } from "../session.ts";
import { type User, parseUser } from "../user.ts";

export interface Session {
  user: User | null;
  /** False until the storage has been read. Until then, `user` is null even for a customer. */
  isRestored: boolean;
  expired?: boolean;
}

const STORED = {
  user: "user",
  accessToken: "accessToken",
  refreshToken: "refreshToken",
  older: "token",
} as const;

/**
 * A storage key that is set for a moment when a session expires. Its storage event tells other tabs that this is not a
 * logout.
 */
const EXPIRY = "sessionExpired";
let hasExpiredElsewhere = false;

const unknown: Session = { user: null, isRestored: false };
const session = createStore(unknown);

export const useSession = (): Session => session.useValue();

export const getSession = (): Session => session.get();

/** Calls a function after each change of the session or its customer, in any tab. */
export const onSessionChange = session.subscribe;

/** Restores the session (§4) and watches other tabs (D58). Returns true for the session of a form without JavaScript. */
export async function restoreSession(): Promise<boolean> {
  setTokenSource({ accessToken: readStoredToken, renew });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === EXPIRY && newValue !== null) hasExpiredElsewhere = true;
  });
  subscribeToOtherTabs(Object.values(STORED), () => restore());
  // The first `pageshow` event occurs while the session is still being restored, so ignore it.
  window.addEventListener("pageshow", () => session.get().isRestored && restore());
  if (document.cookie.includes(`${SESSION_MARK}=`)) return loadStartedSession();
  if (readStoredToken() === null && readStored(STORED.refreshToken) !== null) {
    void refreshNow().finally(restore);
  } else restore();
  return false;
}

async function loadStartedSession(): Promise<boolean> {
  removeStored(...Object.values(STORED));
  // The form sets only the cookie of the page's host (D90). If the API has another host, its cookie may belong to
  // another customer, so the visitor stays a guest.
  if (toApiUrl("") !== "") {
    removeSessionMark();
    restore();
    return false;
  }
  try {
    const { accessToken } = await call(refreshByCookie, {});
    writeStored(STORED.accessToken, accessToken);
    writeStored(STORED.user, JSON.stringify((await call(readProfile, {})).user));
    removeSessionMark();
    return true;
  } catch (failure) {
    if (isOver(failure)) removeSessionMark();
    removeStored(...Object.values(STORED));
    return false;
  } finally {
    restore();
  }
}

const removeSessionMark = (): void => void (document.cookie = `${SESSION_MARK}=; Path=/; Max-Age=0`);

export async function logInWith(credentials: Credentials): Promise<void> {
  requireCookies();
  beginSession(await call(logIn, { body: credentials }));
}

export async function signInWithCredential(credential: string, nonce: string): Promise<void> {
  requireCookies();
  beginSession(await call(signInWithGoogle, { body: { credential, nonce } }));
}

/** Throws if the browser blocks cookies, because the tokens are valid only with the session cookie (security §1). */
function requireCookies(): void {
  if (!navigator.cookieEnabled)
    throw new ApiError(400, { code: "no_cookies", message: sessionMessages.noCookies });
}

export function updateUser(user: User): void {
  writeStored(STORED.user, JSON.stringify(user));
  restore();
}

function beginSession({ user, accessToken, refreshToken: token }: StoredSession): void {
  writeStored(STORED.user, JSON.stringify(user));
  writeStored(STORED.accessToken, accessToken);
  if (token === null) removeStored(STORED.refreshToken);
  else writeStored(STORED.refreshToken, token);
  removeStored(STORED.older);
  restore();
}

export async function logOutNow(): Promise<void> {
  const token = readStored(STORED.refreshToken);
  // The session ends in this browser even if the server is unreachable, so ignore errors.
  void call(logOut, { body: { refreshToken: token } }).catch(() => {});
  end();
  await goTo(links.logIn());
}

/**
 * Refreshes the access token and shows the result as a toast. Runs at the start of a visit if the access token is not
 * stored, and every 15 minutes on the login page (§4, D48). Does nothing without a stored refresh token.
 */
export async function refreshNow(): Promise<void> {
  const token = readStored(STORED.refreshToken);
  if (token === null) return;
  try {
    const { accessToken, user } = await call(refreshToken, { body: { token } });
    // The page needs the customer's data. If neither the response nor the storage contains it, end the session.
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

/** Renews the access token. Only one renewal runs at a time, for all calls in all tabs of this browser (D17). */
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
    expireSession();
    return null;
  }
}

/** Ends a session whose tokens the shop no longer accepts, and opens the login page (§4, §8). */
export function expireSession(): void {
  if (readStoredToken() === null) return;
  end({ expired: true });
  toastError(sessionMessages.expired);
  if (findPageName(location.pathname) !== "logIn") void goTo(links.logIn(getReturnPath()));
}

const getReturnPath = (): string | undefined =>
  location.pathname === links.home ? undefined : location.pathname + location.search;

/** True if the failure ends the session. A server error, a lost connection or a rate limit does not end it (§4). */
const isOver = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.status !== 429;

function restore({ expired = hasExpiredElsewhere } = {}): void {
  // Reset the flag. If a session later ends without a reported expiry, it is a logout, which deletes personal input.
  hasExpiredElsewhere = false;
  const user = readStoredToken() === null ? null : readStoredUser();
  const isUnchanged = session.get().isRestored && JSON.stringify(user) === JSON.stringify(session.get().user);
  if (isUnchanged) return;
  if (user === null) closeLive();
  session.set({ user, isRestored: true, ...(user === null && expired && { expired }) });
}

function end({ expired } = { expired: false }): void {
  if (expired) writeStored(EXPIRY, "yes");
  removeStored(EXPIRY, ...Object.values(STORED));
  restore({ expired });
}

const readStoredToken = (): string | null => readStored(STORED.accessToken) ?? readStored(STORED.older);

const readStoredUser = (): User | null => parseUser(readStoredJson(STORED.user));
