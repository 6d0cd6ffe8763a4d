import { eq } from "drizzle-orm";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { defineOutcomeCount } from "#platform/observe/count-outcomes.ts";
import { refuse } from "#platform/http/refuse.ts";
import { refreshToken } from "../contracts.ts";
import { sessionMessages } from "../session.ts";
import { toUser } from "./create-session.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { refreshSession } from "./refresh-session.ts";
import { account } from "./tables.ts";

/** The one service behind the three refresh calls (D47). Refuses `no_refresh_token` and `session_expired`. */
export const handleRefresh = defineOutcomeCount(
  {
    name: "shop_session_refreshes_total",
    help: "Pages that asked to go on with a session, by how that ended.",
  },
  refreshToken,
  ["done"],
)(refresh);

async function refresh(context: Context, token: string | null | undefined, requestContext: RequestContext) {
  const proof = { refreshToken: token || undefined, cookie: readSessionCookie(requestContext) };
  if (!proof.refreshToken && !proof.cookie) return refuse("no_refresh_token");
  const refreshed = await refreshSession(context, proof, requestContext);
  if (refreshed === null) return refuse("session_expired");
  const { accountId, ...tokens } = refreshed;
  const [found] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!found) return refuse("session_expired");
  const user = await toUser(context, found);
  return { success: true as const, message: sessionMessages.refreshed, ...tokens, user };
}
