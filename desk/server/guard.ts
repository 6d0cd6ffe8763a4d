import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { HOUR, MINUTE, SECOND } from "#contract/time.ts";
import { generateSecret } from "#platform/ids.ts";
import { type DeskSession, IDLE_HEADER, type SignedIn, signInSchema, TOKEN_HEADER } from "../calls.ts";
import type { Door, Visitor } from "./door.ts";
import { isJson, readJson, sendJson, sendRefusal } from "./http.ts";
import type { Signature } from "./tasks.ts";

/* Controls access to the desk. It listens on loopback, where every page in every browser and every user of this
   machine can reach it: only the browser that was given the key may do anything. */

/** The policy: nothing from other origins runs, is loaded or may frame the page. */
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

/** The message for a request of another page. */
export const ANOTHER_PAGE = "This request came from another page, so the desk refused it.";
/** The message for a request without the headers of a page. */
export const UNKNOWN_PAGE = "This request did not come from a page of the desk, so the desk refused it.";

/** Host names of this machine. A name that resolves here from outside (DNS rebinding) is not among them. */
const OWN_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Returns the reason why a request is not from the desk's page; null if it is. The port may differ from the desk's
 * because of `ssh -L`.
 */
export function findForeign(request: IncomingMessage): string | null {
  const { host = "", origin } = request.headers;
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length !== 1 || !OWN_NAMES.has(host.replace(/:\d{1,5}$/, "")))
    return "The desk does not answer under this host name.";
  if (origin !== undefined && origin !== `http://${host}`) return ANOTHER_PAGE;
  if (origin === undefined && request.method !== "GET") return UNKNOWN_PAGE;
  return isForeignFetch(request) ? ANOTHER_PAGE : null;
}

/**
 * True if the browser reports that another site sent the request. A plain link to the desk's page is allowed, because
 * the page contains no data.
 */
export function isForeignFetch({ headers, url = "" }: IncomingMessage): boolean {
  const from = headers["sec-fetch-site"];
  if (from === undefined || from === "same-origin") return false;
  const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return url.startsWith("/api/") || !isVisit;
}

/** Idle time in ms after which the desk requires a new address. */
const IDLE_MS = HOUR;
const LONGEST_MS = 12 * HOUR;
const UNUSED_KEY_MS = 10 * MINUTE;

interface Session {
  token: Buffer;
  begunAt: number;
  seenAt: number;
}

/** The sessions of the desk. A key opens one session and then expires; a new key invalidates the one before. */
export function createSessions(cookieName: string, now = () => Date.now()) {
  const sessions = new Map<string, Session>();
  let key: { hash: Buffer; until: number } | null = null;

  const isOver = ({ begunAt, seenAt }: Session) => now() - seenAt > IDLE_MS || now() - begunAt > LONGEST_MS;
  const findSession = (request: IncomingMessage): [id: string, Session] | null => {
    const id = readCookie(request, cookieName);
    const session = id === null ? undefined : sessions.get(hash(id).toString("hex"));
    if (id === null || session === undefined) return null;
    if (!isOver(session)) return [id, session];
    sessions.delete(hash(id).toString("hex"));
    return null;
  };

  return {
    /** Makes a key for one sign-in within ten minutes. */
    createKey(): string {
      const secret = generateSecret();
      key = { hash: hash(secret), until: now() + UNUSED_KEY_MS };
      return secret;
    },
    /** Opens a session for the key, and returns its cookie and the token for its page; null for any other key. */
    open(typedKey: string): { cookie: string; token: string } | null {
      if (key === null || now() > key.until || !timingSafeEqual(key.hash, hash(typedKey))) return null;
      key = null;
      const [cookie, token] = [generateSecret(), generateSecret()];
      sessions.set(hash(cookie).toString("hex"), { token: hash(token), begunAt: now(), seenAt: now() });
      return { cookie, token };
    },
    /** True if the browser is signed in, by cookie only: sufficient for a picture. */
    isKnown: (request: IncomingMessage): boolean => findSession(request) !== null,
    /** True if the request is from a signed-in page; `isNew` if its report of the last input is current. */
    check(request: IncomingMessage, isNew: boolean): boolean {
      const [, session] = findSession(request) ?? [];
      const token = request.headers[TOKEN_HEADER];
      if (!session || typeof token !== "string" || !timingSafeEqual(session.token, hash(token))) return false;
      if (isNew) session.seenAt = Math.max(session.seenAt, now() - readIdle(request));
      return true;
    },
    end(request: IncomingMessage): void {
      const [id] = findSession(request) ?? [];
      if (id !== undefined) sessions.delete(hash(id).toString("hex"));
    },
  };
}

/** Returns the time in ms since the last input as reported by the page; infinite if it is missing. */
export function readIdle({ headers }: IncomingMessage): number {
  const idleText = headers[IDLE_HEADER];
  return typeof idleText === "string" && /^\d{1,6}$/.test(idleText) ? Number(idleText) * SECOND : Infinity;
}

/** The sign-in of a desk on loopback: a key opens it once, and then cookie and token are both required. */
export function createAddressDoor(
  port: number,
  session: Omit<DeskSession, "entrance">,
  signature: Signature,
) {
  const cookie = `taruva-desk-${port}`;
  const sessions = createSessions(cookie);
  const visitor: Visitor = { id: session.name, name: session.name, role: session.role, signature };
  /** Opens a session for a key, once, and then calls `onOpened`. */
  const signIn = async (request: IncomingMessage, response: ServerResponse, onOpened: () => void) => {
    if (!isJson(request)) return sendRefusal(response, 415, "refused", "Only JSON.");
    const openedSession = sessions.open(v.parse(signInSchema, await readJson(request)).key);
    if (!openedSession)
      return sendRefusal(response, 403, "signed out", "This address was used already or has expired.");
    onOpened();
    response.setHeader("set-cookie", `${cookie}=${openedSession.cookie}; HttpOnly; SameSite=Strict; Path=/`);
    sendJson(response, 200, {
      ...session,
      entrance: "address",
      token: openedSession.token,
    } satisfies SignedIn);
  };
  return (onOpened: () => void): Door & { visitor: Visitor; createKey(): string } => ({
    entrance: "address",
    headers: SECURITY_HEADERS,
    findForeign,
    identify: async (request, isNew) => (sessions.check(request, isNew) ? visitor : null),
    isKnown: async (request) => sessions.isKnown(request),
    calls: {
      "POST /api/session": (request, response) => signIn(request, response, onOpened),
      "DELETE /api/session": async (request, response) => {
        if (sessions.check(request, false)) sessions.end(request);
        sendJson(response, 200, {});
      },
    },
    visitor,
    createKey: sessions.createKey,
  });
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns the value of a cookie; null if it is missing or sent more than once. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string | null {
  const values = cookie.split(/;\s*/).filter((each) => each.startsWith(`${name}=`));
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null;
}
