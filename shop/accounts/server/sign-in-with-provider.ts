import { lt } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import { type SignInProvider, type ThirdPartyCredential, thirdPartyMessages } from "../third-party.ts";
import { createSession, buildLoginResponse } from "./create-session.ts";
import { readCredential } from "./read-credential.ts";
import { hashSecret } from "./secrets.ts";
import { usedCredential } from "./tables.ts";
import { findOrCreateAccount } from "./third-party-account.ts";

/**
 * Begins a session for the person the provider vouches for (§7, D50). Refuses `not_set_up`, `not_accepted` for every
 * error of the credential and for a second use of it, and `mailbox_not_verified`.
 */
export async function signInWithProvider(
  context: Context,
  proof: ThirdPartyCredential,
  requestContext: RequestContext,
) {
  const { signIn } = context.config;
  if (!signIn) return refuse("not_set_up");
  const person = await readCredential(signIn, proof, context.now());
  if (!person) return refuse("not_accepted");
  if (!person.emailVerified) return refuse("mailbox_not_verified");

  const entered = await context.transact(async (tx) => {
    if (!(await useOnce(tx, proof.credential, person.expiresAt))) return null;
    const found = await findOrCreateAccount(tx, context, person, requestContext);
    return { found, opened: await createSession(tx, context, found.id, requestContext) };
  });
  if (!entered) return refuse("not_accepted");
  return buildLoginResponse(
    context,
    entered.found,
    entered.opened,
    requestContext,
    thirdPartyMessages.loggedIn(signIn.name),
  );
}

/** What the login page may offer. */
export const getSignInProvider = ({ config: { signIn } }: Context): SignInProvider =>
  signIn && { name: signIn.name, clientId: signIn.clientId, authorizeUrl: signIn.authorizeUrl };

/** Forgets credentials that no one would accept any more, with an hour to spare for clocks. */
export async function deleteUsedCredentials({ db, now }: Context): Promise<void> {
  await db.delete(usedCredential).where(lt(usedCredential.expiresAt, new Date(now().getTime() - HOUR)));
}

async function useOnce(tx: Tx, credential: string, expiresAt: Date): Promise<boolean> {
  // The signature may be written in more than one way; what is signed may not.
  const signed = credential.split(".").slice(0, 2).join(".");
  const used = await tx
    .insert(usedCredential)
    .values({ hash: hashSecret(signed), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedCredential.hash });
  return used.length === 1;
}
