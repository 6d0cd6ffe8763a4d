import { and, eq } from "drizzle-orm";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { toEmailKey } from "../credentials.ts";
import { accountRegistered } from "../events.ts";
import { proveMailbox } from "./mailbox-proof.ts";
import type { ThirdPartyPerson } from "./read-credential.ts";
import { openAccount } from "./open-account.ts";
import { account, thirdPartyIdentity } from "./tables.ts";

type Row = typeof account.$inferSelect;

/** The person's account, locked: by who they are, else by their proven mailbox, else a new one. */
export async function findOrCreateAccount(
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
    (await openProvedAccount(tx, context, person, requestContext)) ??
    (await joinAccount(tx, context, person, requestContext));
  await tx
    .insert(thirdPartyIdentity)
    .values({ issuer, subject, accountId: joined.id, createdAt: context.now() })
    .onConflictDoNothing();
  return joined;
}

/** Null when the mailbox has an account already. */
async function openProvedAccount(
  tx: Tx,
  context: Context,
  { email, firstName, lastName }: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row | null> {
  const proved = { passwordHash: null, emailProvedAt: context.now() };
  const person = { email, firstName, lastName, phoneNumber: "", ...proved };
  const opened = await openAccount(tx, context, person, requestContext);
  if (opened) await context.outbox.publish(tx, accountRegistered, { accountId: opened.id });
  return opened;
}

/** The first proof of the mailbox ends what whoever registered ahead could do, and takes what they left (T9). */
async function joinAccount(
  tx: Tx,
  context: Context,
  { email, firstName, lastName }: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row> {
  const ofMailbox = eq(account.emailKey, toEmailKey(email));
  const [found] = await tx.select().from(account).where(ofMailbox).for("update");
  if (!found) throw new Error("The account left while somebody signed in to it.");
  if (found.emailProvedAt !== null) return found;
  if (await proveMailbox(tx, context, found.id, requestContext))
    await tx.update(account).set({ firstName, lastName }).where(ofMailbox);
  const [proved = found] = await tx.select().from(account).where(ofMailbox);
  return proved;
}
