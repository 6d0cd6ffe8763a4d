import { and, eq, lt } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { RequestContext } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { uuidv7 } from "#platform/ids.ts";
import { refuse } from "#platform/refuse.ts";
import { emailKey } from "../credentials.ts";
import { accountRegistered } from "../events.ts";
import { type SignInProvider, type ThirdPartyCredential, thirdPartyMessages } from "../third-party.ts";
import { createSession, loginResponse } from "./create-session.ts";
import { forgetDevices } from "./known-devices.ts";
import { readCredential, type ThirdPartyPerson } from "./read-credential.ts";
import { recordActivity } from "./record-activity.ts";
import { hashSecret } from "./secrets.ts";
import { endSessionsOf } from "./sessions.ts";
import { account, thirdPartyIdentity, usedCredential } from "./tables.ts";

/**
 * Begins a session for the person the provider vouches for (§7, D50). Refuses `not_set_up`, `not_accepted` for every
 * fault of the credential and for a second use of it, and `mailbox_not_verified`.
 */
export async function signInWithProvider(
  context: Context,
  asked: ThirdPartyCredential,
  requestContext: RequestContext,
) {
  const { signIn } = context.config;
  if (!signIn) return refuse("not_set_up");
  const person = await readCredential(signIn, asked, context.now());
  if (!person) return refuse("not_accepted");
  if (!person.emailVerified) return refuse("mailbox_not_verified");

  const entered = await context.transact(async (tx) => {
    if (!(await useOnce(tx, asked.credential, person.expiresAt))) return null;
    const found = await accountOf(tx, context, person, requestContext);
    return { found, opened: await createSession(tx, context, found.id, requestContext) };
  });
  if (!entered) return refuse("not_accepted");
  return loginResponse(
    context,
    entered.found,
    entered.opened,
    requestContext,
    thirdPartyMessages.loggedIn(signIn.name),
  );
}

/** What the login page may offer. */
export const offeredProvider = ({ config: { signIn } }: Context): SignInProvider =>
  signIn && { name: signIn.name, clientId: signIn.clientId, authorizeUrl: signIn.authorizeUrl };

/** Forgets credentials that no one would accept any more, with an hour to spare for clocks. */
export async function forgetUsedCredentials({ db, now }: Context): Promise<void> {
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

type Row = typeof account.$inferSelect;

/** The person's account, locked: by who they are, else by their proven mailbox, else a new one. */
async function accountOf(
  tx: Tx,
  context: Context,
  person: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row> {
  const { issuer, subject } = person;
  const [known] = await tx
    .select({ account })
    .from(thirdPartyIdentity)
    .innerJoin(account, eq(account.id, thirdPartyIdentity.accountId))
    .where(and(eq(thirdPartyIdentity.issuer, issuer), eq(thirdPartyIdentity.subject, subject)))
    .for("update", { of: account });
  if (known) return known.account;
  const joined =
    (await openAccount(tx, context, person, requestContext)) ??
    (await joinAccount(tx, context, person.email));
  await tx
    .insert(thirdPartyIdentity)
    .values({ issuer, subject, accountId: joined.id, createdAt: context.now() })
    .onConflictDoNothing();
  return joined;
}

/** Null when the mailbox has an account already. */
async function openAccount(
  tx: Tx,
  context: Context,
  person: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row | null> {
  const now = context.now();
  const [opened] = await tx
    .insert(account)
    .values({
      id: uuidv7(now.getTime()),
      email: person.email,
      emailKey: emailKey(person.email),
      firstName: person.firstName,
      lastName: person.lastName,
      phoneNumber: "",
      passwordHash: null,
      emailProvedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: account.emailKey })
    .returning();
  if (!opened) return null;
  await recordActivity(tx, context, opened.id, "registered", requestContext);
  await context.outbox.publish(tx, accountRegistered, { accountId: opened.id });
  return opened;
}

/** No one ever proved this mailbox: anyone who registered may be someone else, so their password and sessions go (T9). */
async function joinAccount(tx: Tx, context: Context, email: string): Promise<Row> {
  const [found] = await tx
    .select()
    .from(account)
    .where(eq(account.emailKey, emailKey(email)))
    .for("update");
  if (!found) throw new Error("The account left while somebody signed in to it.");
  if (found.emailProvedAt !== null) return found;
  await endSessionsOf(tx, context, found.id);
  await forgetDevices(tx, found.id);
  const proved = { passwordHash: null, emailProvedAt: context.now() };
  await tx.update(account).set(proved).where(eq(account.id, found.id));
  return { ...found, ...proved };
}
