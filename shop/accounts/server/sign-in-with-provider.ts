import { lt, and, eq } from "drizzle-orm";
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from "jose";
import * as v from "valibot";
import { email, shortenName } from "#contract/person.ts";
import { HOUR } from "#contract/time.ts";
import type { SignIn } from "./settings.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput, RequestContext } from "#platform/http/route.ts";
import type { signInWithGoogle } from "../endpoints.ts";
import { accountRegistered } from "../events.ts";
import { type SignInProvider, thirdPartyMessages } from "../third-party.ts";
import { openAccount } from "./accounts.ts";
import { createSession, buildLoginResponse } from "./create-session.ts";
import { recordVerifiedMailbox } from "./mailbox-proof.ts";
import { getTestSignInKey, TEST_SIGN_IN_ALGORITHM } from "./test-sign-in.ts";
import { hashText } from "#platform/ids.ts";
import { usedCredential, account, hasEmail, thirdPartyIdentity } from "./tables.ts";

export async function signInWithProvider(
  context: Context,
  { body: proof, requestContext }: HandlerInput<typeof signInWithGoogle>,
) {
  const { signIn } = context.config;
  if (!signIn) return refuse("not_set_up");
  const person = await readCredential(context, signIn, proof);
  if (!person) return refuse("not_accepted");
  if (!person.emailVerified) return refuse("mailbox_not_verified");

  const entered = await context.transact(async (tx) => {
    if (!(await useOnce(tx, proof.credential, person.expiresAt))) return null;
    const owner = await findOrCreateAccount(tx, context, person, requestContext);
    return { owner, session: await createSession(tx, context, owner.id, requestContext) };
  });
  if (!entered) return refuse("not_accepted");
  const message = thirdPartyMessages.loggedIn(signIn.name);
  return buildLoginResponse(context, entered.owner, entered.session, requestContext, message);
}

export const getSignInProvider = ({ config: { signIn } }: Context): SignInProvider =>
  signIn && {
    name: signIn.name,
    clientId: signIn.clientId,
    authorizeUrl: signIn.authorizeUrl,
    ...(signIn.jwksUrl === null && { isTest: true as const }),
  };

/** Deletes credentials that expired more than an hour ago. The hour allows for differences between server clocks. */
export async function deleteUsedCredentials({ db, now }: Context): Promise<void> {
  await db.delete(usedCredential).where(lt(usedCredential.expiresAt, new Date(now().getTime() - HOUR)));
}

async function useOnce(tx: Tx, credential: string, expiresAt: Date): Promise<boolean> {
  // The same signature can be encoded in several ways, so only the signed part is compared.
  const signed = credential.split(".").slice(0, 2).join(".");
  const used = await tx
    .insert(usedCredential)
    .values({ hash: hashText(signed), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedCredential.hash });
  return used.length === 1;
}

type Row = typeof account.$inferSelect;

async function findOrCreateAccount(
  tx: Tx,
  context: Context,
  person: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row> {
  const { issuer, subject } = person;
  const [identity] = await tx
    .select({ account })
    .from(thirdPartyIdentity)
    .innerJoin(account, eq(account.id, thirdPartyIdentity.accountId))
    .where(and(eq(thirdPartyIdentity.issuer, issuer), eq(thirdPartyIdentity.subject, subject)))
    .for("update", { of: account });
  if (identity) return identity.account;
  const joined =
    (await openVerifiedAccount(tx, context, person, requestContext)) ??
    (await joinAccount(tx, context, person, requestContext));
  await tx
    .insert(thirdPartyIdentity)
    .values({ issuer, subject, accountId: joined.id, createdAt: context.now() })
    .onConflictDoNothing();
  return joined;
}

async function openVerifiedAccount(
  tx: Tx,
  context: Context,
  { email, firstName, lastName }: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row | null> {
  const verified = { passwordHash: null, emailVerifiedAt: context.now() };
  const person = { email, firstName, lastName, phoneNumber: "", ...verified };
  const created = await openAccount(tx, context, person, requestContext);
  if (created) await context.outbox.publish(tx, accountRegistered, { accountId: created.id });
  return created;
}

/**
 * Returns the account that has the e-mail address of the person. If the address was not verified, deletes the
 * password and the sessions. If this browser is also unknown, deletes the data of the earlier registration (T9).
 */
async function joinAccount(
  tx: Tx,
  context: Context,
  { email, firstName, lastName }: ThirdPartyPerson,
  requestContext: RequestContext,
): Promise<Row> {
  const ofMailbox = hasEmail(email);
  const [row] = await tx.select().from(account).where(ofMailbox).for("update");
  if (!row) throw new Error("The account was deleted during the sign-in.");
  if (row.emailVerifiedAt !== null) return row;
  if (await recordVerifiedMailbox(tx, context, row.id, requestContext))
    await tx.update(account).set({ firstName, lastName }).where(ofMailbox);
  const [updated = row] = await tx.select().from(account).where(ofMailbox);
  return updated;
}

type ThirdPartyPerson = NonNullable<ReturnType<typeof parsePerson>>;

/**
 * Returns the person in an OpenID Connect id_token; null if the token is invalid. A valid token is signed by the
 * issuer (RS256) or the test provider. It is meant for this shop only, contains this page's nonce and has not
 * expired. @throws HttpRefusal 503 if the issuer's keys cannot be loaded
 */
async function readCredential(
  context: Context,
  settings: SignIn,
  { credential, nonce }: { credential: string; nonce: string },
): Promise<ThirdPartyPerson | null> {
  const checks = {
    issuer: listIssuerNames(settings.issuer),
    audience: settings.clientId,
    requiredClaims: ["exp", "iat", "sub", "email", "nonce"],
    currentDate: context.now(),
    clockTolerance: 30,
    maxTokenAge: "1h",
  };
  try {
    const { payload } =
      settings.jwksUrl === null
        ? await jwtVerify(credential, getTestSignInKey(context), {
            ...checks,
            algorithms: [TEST_SIGN_IN_ALGORITHM],
          })
        : await jwtVerify(credential, getKeySet(settings.jwksUrl), { ...checks, algorithms: ["RS256"] });
    return payload["nonce"] === nonce && isForUsOnly(payload, settings.clientId)
      ? parsePerson(payload, settings)
      : null;
  } catch (cause) {
    if (cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError) || isUnreachable(cause)) {
      throw new HttpRefusal(503, "provider_unreachable", UNREACHABLE, { headers: { "retry-after": "5" } });
    }
    return null;
  }
}

const UNREACHABLE =
  "The sign-in provider is not responding right now. Please try again, or log in with your password.";

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function getKeySet(url: string): ReturnType<typeof createRemoteJWKSet> {
  const existing = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 });
  keySets.set(url, existing);
  return existing;
}

/** True if the issuer's response has no usable keys. If the credential is invalid, `cause` is of a subclass. */
const isUnreachable = (cause: errors.JOSEError): boolean => cause.constructor === errors.JOSEError;

/** Google's tokens may omit `https://`. */
const listIssuerNames = (issuer: string): string[] =>
  issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer];

const isForUsOnly = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  (typeof aud === "string" || aud?.length === 1) && (azp === undefined || azp === clientId);

const claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email,
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  given_name: v.optional(v.string(), ""),
  family_name: v.optional(v.string(), ""),
  name: v.optional(v.string(), ""),
  exp: v.number(),
});

function parsePerson(payload: JWTPayload, { issuer }: SignIn) {
  const parsed = v.safeParse(claims, payload);
  if (!parsed.success) return null;
  const { sub, email, email_verified, given_name, family_name, name, exp } = parsed.output;
  const [first = "", ...rest] = name.split(" ");
  return {
    issuer,
    subject: sub,
    email,
    emailVerified: email_verified === true || email_verified === "true",
    firstName: shortenName(given_name || first || email.split("@")[0] || ""),
    lastName: shortenName(family_name || rest.join(" ")),
    expiresAt: new Date(exp * 1000),
  };
}
