import { MINUTE } from "#contract/time.ts";
import { SESSION_LIFE } from "./session.ts";

/** How long an access token is valid, in milliseconds (security §1). */
const ACCESS_TOKEN_LIFE = 15 * MINUTE;

/** How often the login page refreshes the token, in milliseconds (§4, D48). */
export const REFRESH_EVERY = 15 * MINUTE;

/** When an access token given now ends: it never outlives its session. */
export const getAccessTokenEnd = (session: { createdAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFE, session.createdAt.getTime() + SESSION_LIFE));
