import type { Principal, RequestContext } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import { readAnySessionCookie, readSessionCookie } from "./session-cookie.ts";
import { findSession } from "./sessions.ts";

/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Who is asking, by the bearer token and, for a browser's session, its cookie; null for a guest. */
export async function findPrincipal(
  context: Context,
  requestContext: RequestContext,
): Promise<Principal | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(requestContext.header("authorization") ?? "") ?? [];
  return token === undefined ? null : findByToken(context, token, readSessionCookie(requestContext));
}

/** The same for the handshake of a live connection. */
export const findSocketPrincipal = (
  context: Context,
  accessToken: string,
  cookies: Readonly<Record<string, string>>,
): Promise<Principal | null> => findByToken(context, accessToken, readAnySessionCookie(cookies));

const findByToken = async (
  context: Context,
  token: string,
  cookie: string | undefined,
): Promise<Principal | null> =>
  TOKEN.test(token) ? findSession(context.db, token, cookie, context.now()) : null;
