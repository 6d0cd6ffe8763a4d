import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import * as v from "valibot";
import { DAY, SECOND } from "#contract/time.ts";
import { hasOneHost } from "#platform/http/origin.ts";
import { trustProxy, type TrustedProxies } from "#platform/http/proxies.ts";
import { deskPersonSchema } from "#platform/operator/desk-people.ts";
import { askPeople, SignInRefused } from "#platform/operator/operator-client.ts";
import { IDLE_HEADER } from "../calls.ts";
import type { SignInMethod, SignInHandler, Visitor } from "./sign-in-method.ts";
import {
  ANOTHER_PAGE,
  isForeignFetch,
  readCookie,
  readIdle,
  SECURITY_HEADERS,
  UNKNOWN_PAGE,
} from "./guard.ts";
import { isJson, readJson, sendJson, sendRefusal, SIGNED_OUT, WRONG_TYPE } from "./http.ts";

/*
 * Passkey sign-in for the desk (D119). The desk stores nothing. It forwards each request to the shop, which stores
 * people, passkeys and sessions, verifies them and determines the role.
 */

interface PasskeySettings {
  address: string;
  /** The setting DESK_URL: the only host and origin that the desk accepts. */
  url: string;
  trustedProxies: TrustedProxies;
  osUser: string;
}

/** The maximum age of the session cookie. The shop ends most sessions earlier. */
const COOKIE_SECONDS = (30 * DAY) / SECOND;
/** Because of the prefix `__Host-`, no other host and no http page can set this cookie. */
const COOKIE = "__Host-desk";

const SECRET = /^[\w-]{43}$/;

/** The maximum size of a request body in bytes. A passkey response is about 2 KB. */
const LARGEST_BODY = 32 * 1024;

const OPEN_CALLS = ["sign-in/begin", "sign-in", "join/begin", "join"] as const;

const OWN_CALLS = [
  "sign-out",
  "prove/begin",
  "prove",
  "passkey/begin",
  "passkey",
  "passkey/rename",
  "passkey/remove",
  "push",
  "push/renew",
  "push/remove",
] as const;

const signedInSchema = v.object({ session: v.string() });

export function createPasskeySignIn(settings: PasskeySettings): SignInMethod {
  const { address, url, osUser } = settings;
  const trust = trustProxy(settings);
  const getIp = (request: IncomingMessage) => proxyAddress(request, trust);
  const getSession = (request: IncomingMessage) => {
    const value = readCookie(request, COOKIE);
    return value !== null && SECRET.test(value) ? value : null;
  };

  const identify = async (request: IncomingMessage, extendsSession: boolean): Promise<Visitor | null> => {
    const session = getSession(request);
    if (session === null) return null;
    const idleMs = extendsSession ? readIdle(request) : Infinity;
    const idle = Number.isFinite(idleMs) ? { idleMs } : {};
    const person = v.parse(deskPersonSchema, await askPeople(address, "session", { session, ...idle }));
    if (person === null) return null;
    const { id, name, role } = person;
    return { id, name, role, signature: { osUser, session } };
  };

  /**
   * Forwards a call to the shop. Sets `session` (if `isOwn`) or `ip` in the body, so that visitors cannot forge these
   * values.
   */
  const pass = async (call: string, request: IncomingMessage, response: ServerResponse, isOwn: boolean) => {
    if (request.method !== "GET" && !isJson(request))
      return sendRefusal(response, 415, "refused", WRONG_TYPE);
    const session = getSession(request);
    if (isOwn && (await identify(request, true)) === null)
      return sendRefusal(response, 401, "signed out", SIGNED_OUT, { entrance: "passkey" });
    const requestBody =
      request.method === "GET" ? {} : v.parse(bodySchema, await readJson(request, LARGEST_BODY));
    const body = { ...requestBody, ...(isOwn ? { session } : { ip: getIp(request) }) };
    try {
      const reply = await askPeople(address, call, body);
      const signedIn = v.safeParse(signedInSchema, reply);
      if (!signedIn.success) return sendJson(response, 200, reply ?? {});
      setCookie(response, signedIn.output.session);
      sendJson(response, 200, {});
    } catch (cause) {
      if (!(cause instanceof SignInRefused)) throw cause;
      const { retryAfterMs } = cause;
      if (retryAfterMs !== undefined)
        response.setHeader("retry-after", Math.ceil(retryAfterMs / SECOND).toString());
      sendRefusal(response, retryAfterMs === undefined ? 403 : 429, "refused", cause.message);
    }
  };
  const toCalls = (names: readonly string[], isOwn: boolean): [string, SignInHandler][] =>
    names.map((name) => [`POST /api/${name}`, (request, response) => pass(name, request, response, isOwn)]);

  return {
    entrance: "passkey",
    headers: buildHeaders(url),
    findForeign: (request) => findForeignTo(url, request),
    identify,
    isKnown: async (request) => (await identify(request, false)) !== null,
    calls: {
      ...Object.fromEntries([...toCalls(OPEN_CALLS, false), ...toCalls(OWN_CALLS, true)]),
      "GET /api/me": (request, response) => pass("me", request, response, true),
      "DELETE /api/session": async (request, response) => {
        const session = getSession(request);
        if (session !== null) await askPeople(address, "sign-out", { session }).catch(ignoreRefused);
        setCookie(response, null);
        sendJson(response, 200, {});
      },
    },
  };
}

const buildHeaders = (url: string): SignInMethod["headers"] => ({
  ...SECURITY_HEADERS,
  // Allow the service worker that shows notifications.
  "content-security-policy": (SECURITY_HEADERS["content-security-policy"] ?? "").replace(
    "worker-src 'none'",
    "worker-src 'self'",
  ),
  "permissions-policy": `${SECURITY_HEADERS["permissions-policy"]}, publickey-credentials-get=(self), publickey-credentials-create=(self)`,
  ...(url.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
});

const bodySchema = v.record(v.string(), v.unknown());

const setCookie = (response: ServerResponse, value: string | null): void =>
  void response.setHeader(
    "set-cookie",
    `${COOKIE}=${value ?? ""}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${value === null ? 0 : COOKIE_SECONDS}`,
  );

const ignoreRefused = (cause: unknown): void => {
  if (!(cause instanceof SignInRefused)) throw cause;
};

/** Returns an error message for another host name, for http instead of https, or for a foreign page, otherwise null. */
function findForeignTo(url: string, request: IncomingMessage): string | null {
  const { origin, protocol, host } = new URL(url);
  const { headers, method, url: requestUrl = "" } = request;
  if (!hasOneHost(request) || headers.host?.replace(/:443$/, "") !== host)
    return "The desk does not accept this host name. The proxy must pass on the host name that the visitor requested (Host).";
  if (protocol === "https:" && headers["x-forwarded-proto"] !== "https")
    return "The desk only answers over https. The proxy must send the header X-Forwarded-Proto with the value https.";
  if (headers.origin !== undefined && headers.origin !== origin) return ANOTHER_PAGE;
  if (headers.origin === undefined && method !== "GET") return UNKNOWN_PAGE;
  // The desk's pages send this header with each call. A form, picture or link of another site cannot send it.
  if (requestUrl.startsWith("/api/") && headers[IDLE_HEADER] === undefined) return UNKNOWN_PAGE;
  return isForeignFetch(request) ? ANOTHER_PAGE : null;
}
