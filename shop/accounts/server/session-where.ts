import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { hashSecret } from "./secrets.ts";
import { refreshToken as refreshTokens, session } from "./tables.ts";

/** What a visitor shows to have a session refreshed or ended. */
export interface SessionProof {
  refreshToken: string | undefined;
  cookie: string | undefined;
}

const whereRefreshToken = (token: string): SQL =>
  sql`${session.id} in (select ${refreshTokens.sessionId} from ${refreshTokens} where ${refreshTokens.hash} = ${hashSecret(token)})`;

const whereBrowser = (cookie: string | undefined): SQL | undefined =>
  cookie
    ? or(isNull(session.cookieHash), eq(session.cookieHash, hashSecret(cookie)))
    : isNull(session.cookieHash);

/** The condition that finds the session of a proof; undefined when nothing was shown. */
export function sessionWhere({ refreshToken, cookie }: SessionProof): SQL | undefined {
  if (refreshToken) return and(whereRefreshToken(refreshToken), whereBrowser(cookie));
  return cookie ? eq(session.cookieHash, hashSecret(cookie)) : undefined;
}
