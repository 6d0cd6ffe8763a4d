import type { Context } from "#platform/context.ts";
import type { RequestContext } from "#platform/route.ts";
import { generateUuid } from "#platform/ids.ts";
import { refuse } from "#platform/refuse.ts";
import { addAddress } from "#server/addresses";
import { toEmailKey } from "../credentials.ts";
import { accountRegistered } from "../events.ts";
import { type Registration, registrationMessages } from "../registration.ts";
import { consumeRegistration } from "./login-limits.ts";
import { hashPassword } from "./passwords.ts";
import { recordActivity } from "./record-activity.ts";
import { account } from "./tables.ts";
import { refuseWeakPassword } from "./common-passwords.ts";

/**
 * Opens an account and saves its address as the first one, default (D52). Refuses `email_taken`, `common_password`,
 * `guessable_password` and `too_many`.
 */
export async function registerAccount(context: Context, form: Registration, requestContext: RequestContext) {
  const retryAfterMs = await consumeRegistration(context, requestContext.ip);
  if (retryAfterMs > 0) return refuse("too_many", { retryAfterMs });
  const weak = await refuseWeakPassword(context, form.password, "password", form);
  if (weak) return weak;
  const passwordHash = await hashPassword(form.password);

  return context.transact(async (tx) => {
    const now = context.now();
    const accountId = generateUuid(now.getTime());
    const opened = await tx
      .insert(account)
      .values({
        id: accountId,
        email: form.email,
        emailKey: toEmailKey(form.email),
        firstName: form.firstName,
        lastName: form.lastName,
        phoneNumber: form.phoneNumber,
        passwordHash,
        createdAt: now,
      })
      .onConflictDoNothing({ target: account.emailKey })
      .returning({ id: account.id });
    if (opened.length === 0) {
      return refuse("email_taken", {
        fields: [{ path: "email", message: registrationMessages.emailTaken }],
      });
    }
    await addAddress(tx, accountId, form.address, { now });
    await recordActivity(tx, context, accountId, "registered", requestContext);
    await context.outbox.publish(tx, accountRegistered, { accountId });
    return { success: true as const, message: registrationMessages.done };
  });
}
