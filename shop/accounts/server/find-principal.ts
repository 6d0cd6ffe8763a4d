import type { Principal, RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { readAnySessionCookie, readSessionCookie } from "./session-cookie.ts";
import type { Visitor } from "./record-activity.ts";
import { findSession, findSessionOwner } from "./sessions.ts";
import { isUsedBeside, noteSharedSession } from "./shared-sessions.ts";

/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Who is asking, by the bearer token and, for a browser's session, its cookie; null for a guest. */
export async function findPrincipal(
  context: Context,
  requestContext: RequestContext,
): Promise<Principal | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(requestContext.header("authorization") ?? "") ?? [];
  return token === undefined
    ? null
    : findByToken(context, token, readSessionCookie(requestContext), requestContext);
}

/** Whose live connection an upgrade begins, by its session cookie: null once the session is over, undefined without one. */
export async function findSocketOwner(
  context: Context,
  cookies: Readonly<Record<string, string | undefined>>,
) {
  const cookie = readAnySessionCookie(cookies);
  return cookie === undefined ? undefined : findSessionOwner(context.db, cookie);
}

/** The same as `findPrincipal` for the first message of a live connection. */
export const findSocketPrincipal = (
  context: Context,
  accessToken: string,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<Principal | null> => findByToken(context, accessToken, readAnySessionCookie(cookies), null);

async function findByToken(
  context: Context,
  token: string,
  cookie: string | undefined,
  visitor: Visitor,
): Promise<Principal | null> {
  const found = TOKEN.test(token) ? await findSession(context.db, token, cookie, context.now()) : null;
  if (!found) return null;
  const { accountId, sessionId, supersededAt } = found;
  if (isUsedBeside(supersededAt, context.now())) await noteSharedSession(context, sessionId, visitor);
  return { accountId, sessionId };
}
