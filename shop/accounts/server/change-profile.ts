import { eq } from "drizzle-orm";
import type { Principal } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { type ProfileInput, profileMessages } from "../profile.ts";
import { toUser } from "./create-session.ts";
import { account } from "./tables.ts";

/** Changes the customer's name and phone number. */
export async function changeProfile(context: Context, { accountId }: Principal, input: ProfileInput) {
  const [changed] = await context.db.update(account).set(input).where(eq(account.id, accountId)).returning();
  return { success: true as const, message: profileMessages.saved, user: await toUser(context, changed) };
}
