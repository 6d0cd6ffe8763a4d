import { eq } from "drizzle-orm";
import type { Principal } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { toUser } from "./create-session.ts";
import { account } from "./tables.ts";

/** Who the customer is, for a browser that knows only of the session. */
export async function readOwnProfile(context: Context, { accountId }: Principal) {
  const [found] = await context.db.select().from(account).where(eq(account.id, accountId));
  return { success: true as const, user: await toUser(context, found) };
}
