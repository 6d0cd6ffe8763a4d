import { eq } from "drizzle-orm";
import type { Caller } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { type ProfileInput, profileSentences } from "../profile.ts";
import { userOf } from "./admit.ts";
import { account } from "./tables.ts";

/** Changes the customer's name and phone number. */
export async function changeProfile(context: Context, { accountId }: Caller, input: ProfileInput) {
  const [changed] = await context.db.update(account).set(input).where(eq(account.id, accountId)).returning();
  return { success: true as const, message: profileSentences.saved, user: await userOf(context, changed) };
}
