import type { Context } from "#platform/context.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { addAddress } from "#shop/addresses/server/index.ts";
import { accountRegistered } from "../events.ts";
import { type Registration, registrationMessages } from "../registration.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { saveBrowser } from "./known-devices.ts";
import { consumeRegistration } from "./login-limits.ts";
import { openAccount } from "./open-account.ts";
import { hashPassword } from "./passwords.ts";
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

  const outcome = await context.transact(async (tx) => {
    const opened = await openAccount(tx, context, { ...form, passwordHash }, requestContext);
    if (!opened) {
      return refuse("email_taken", {
        fields: [{ path: "email", message: registrationMessages.emailTaken }],
      });
    }
    const { id: accountId } = opened;
    await addAddress(tx, accountId, form.address, { now: context.now() });
    await context.outbox.publish(tx, accountRegistered, { accountId });
    // A proof of the mailbox in this browser is that of the person who has registered.
    return { device: await saveBrowser(tx, accountId, requestContext, context.now()) };
  });
  if (isRefused(outcome)) return outcome;
  if (outcome.device) setDeviceCookie(requestContext, outcome.device);
  return { success: true as const, message: registrationMessages.done };
}
