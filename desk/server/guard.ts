import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { HOUR, MINUTE, SECOND } from "#contract/time.ts";
import { hasOneHost } from "#platform/http/origin.ts";
import { generateSecret } from "#platform/ids.ts";
import { type DeskSession, IDLE_HEADER, type SignInResult, signInSchema, TOKEN_HEADER } from "../calls.ts";
import type { SignInMethod, Visitor } from "./sign-in-method.ts";
import { isJson, readJson, sendJson, sendRefusal, WRONG_TYPE } from "./http.ts";
import type { Signature } from "./tasks.ts";

/* This module controls access to a desk on localhost. Every web page and every user of this machine can send requests
   to its port, so only the browser that signed in with the one-time key has access. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
};

export const ANOTHER_PAGE =
  "This request came from another website, so the desk refused it. Open the desk again.";
export const UNKNOWN_PAGE =
  "This request did not come from a page of the desk, so the desk refused it. Open the desk and try again.";

/** The only host names of the desk. Another name may resolve to this machine in an attack (DNS rebinding). */
const OWN_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Returns an error message for a request with another host name or from another page, otherwise null. Any port is
 * accepted, because an SSH tunnel may change the port.
 */
export function findForeign(request: IncomingMessage): string | null {
  const { host = "", origin } = request.headers;
  if (!hasOneHost(request) || !OWN_NAMES.has(host.replace(/:\d{1,5}$/, "")))
    return "The desk does not accept this host name. Open the address that its terminal shows.";
  if (origin !== undefined && origin !== `http://${host}`) return ANOTHER_PAGE;
  if (origin === undefined && request.method !== "GET") return UNKNOWN_PAGE;
  return isForeignFetch(request) ? ANOTHER_PAGE : null;
}

/** True if another site sent the request. Links to the desk are allowed, because the HTML page contains no data. */
export function isForeignFetch({ headers, url = "" }: IncomingMessage): boolean {
  const from = headers["sec-fetch-site"];
  if (from === undefined || from === "same-origin") return false;
  const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return url.startsWith("/api/") || !isVisit;
}

const IDLE_MS = HOUR;
const MAX_SESSION_MS = 12 * HOUR;
const UNUSED_KEY_MS = 10 * MINUTE;

interface Session {
  token: Buffer;
  begunAt: number;
  seenAt: number;
}

/** Each sign-in key opens one session. A new key replaces the old key. */
export function createSessions(cookieName: string, now = () => Date.now()) {
  const sessions = new Map<string, Session>();
  let key: { hash: Buffer; until: number } | null = null;

  const isOver = ({ begunAt, seenAt }: Session) =>
    now() - seenAt > IDLE_MS || now() - begunAt > MAX_SESSION_MS;
  const findSession = (request: IncomingMessage): [id: string, Session] | null => {
    const id = readCookie(request, cookieName);
    const session = id === null ? undefined : sessions.get(hash(id).toString("hex"));
    if (id === null || session === undefined) return null;
    if (!isOver(session)) return [id, session];
    sessions.delete(hash(id).toString("hex"));
    return null;
  };

  return {
    createKey(): string {
      const secret = generateSecret();
      key = { hash: hash(secret), until: now() + UNUSED_KEY_MS };
      return secret;
    },
    open(typedKey: string): { cookie: string; token: string } | null {
      if (key === null || now() > key.until || !timingSafeEqual(key.hash, hash(typedKey))) return null;
      key = null;
      const [cookie, token] = [generateSecret(), generateSecret()];
      sessions.set(hash(cookie).toString("hex"), { token: hash(token), begunAt: now(), seenAt: now() });
      return { cookie, token };
    },
    isKnown: (request: IncomingMessage): boolean => findSession(request) !== null,
    check(request: IncomingMessage, extendsSession: boolean): boolean {
      const [, session] = findSession(request) ?? [];
      const token = request.headers[TOKEN_HEADER];
      if (!session || typeof token !== "string" || !timingSafeEqual(session.token, hash(token))) return false;
      if (extendsSession) session.seenAt = Math.max(session.seenAt, now() - readIdle(request));
      return true;
    },
    end(request: IncomingMessage): void {
      const [id] = findSession(request) ?? [];
      if (id !== undefined) sessions.delete(hash(id).toString("hex"));
    },
  };
}

/** Returns the time in ms since the user's last input. Infinite if the header is missing or invalid. */
export function readIdle({ headers }: IncomingMessage): number {
  const idleText = headers[IDLE_HEADER];
  return typeof idleText === "string" && /^\d{1,6}$/.test(idleText) ? Number(idleText) * SECOND : Infinity;
}

/** After sign-in, each call needs the session's cookie and token. */
export function createLinkSignIn(
  port: number,
  session: Omit<DeskSession, "entrance">,
  signature: Signature,
  onOpened: () => void,
): SignInMethod & { visitor: Visitor; createKey(): string } {
  const cookie = `taruva-desk-${port}`;
  const sessions = createSessions(cookie);
  const visitor: Visitor = { id: session.name, name: session.name, role: session.role, signature };
  const signIn = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isJson(request)) return sendRefusal(response, 415, "refused", WRONG_TYPE);
    const openedSession = sessions.open(v.parse(signInSchema, await readJson(request)).key);
    if (!openedSession)
      return sendRefusal(
        response,
        403,
        "signed out",
        "This sign-in link was already used or has expired. In the desk's terminal, press Enter for a new link.",
      );
    onOpened();
    response.setHeader("set-cookie", `${cookie}=${openedSession.cookie}; HttpOnly; SameSite=Strict; Path=/`);
    sendJson(response, 200, {
      ...session,
      entrance: "address",
      token: openedSession.token,
    } satisfies SignInResult);
  };
  return {
    entrance: "address",
    headers: SECURITY_HEADERS,
    findForeign,
    identify: async (request, extendsSession) => (sessions.check(request, extendsSession) ? visitor : null),
    isKnown: async (request) => sessions.isKnown(request),
    calls: {
      "POST /api/session": signIn,
      "DELETE /api/session": async (request, response) => {
        if (sessions.check(request, false)) sessions.end(request);
        sendJson(response, 200, {});
      },
    },
    visitor,
    createKey: sessions.createKey,
  };
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns the value of a cookie. Null if it is missing or was sent more than once. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string | null {
  const values = cookie.split(/;\s*/).filter((each) => each.startsWith(`${name}=`));
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null;
}
