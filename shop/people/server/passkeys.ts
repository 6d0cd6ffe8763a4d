import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq, lt } from "drizzle-orm";
import * as v from "valibot";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { readSignedLink, signLink } from "#platform/http/signed-link.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { generateSecret, hashText } from "#platform/ids.ts";
import { deskChallenge, deskPasskey } from "./tables.ts";

/* This module creates and verifies passkeys (WebAuthn). The origin and the relying party (RP) id come from DESK_URL,
   never from a request. The device must verify the person each time, by face, fingerprint or PIN. */

/** Loads the WebAuthn library when it is needed, because most processes never need it. */
const load = () => import("@simplewebauthn/server");

const CHALLENGE_MS = 2 * MINUTE;

const MAX_PASSKEYS = 10;

/** The same message for every rejected passkey, so that it does not reveal the reason. */
const PASSKEY_REFUSED = "This passkey did not work here. Please try again.";

/** The COSE numbers of ES256, EdDSA and RS256, which phones, laptops and security keys support. */
const ALGORITHMS = [-7, -8, -257];

/** @throws CommandRefused if DESK_URL is not set */
export function getRelyingParty({ config: { deskUrl } }: Pick<Context, "config">) {
  if (deskUrl === undefined)
    throw new CommandRefused(
      "The desk does not have its own URL yet. Set DESK_URL (for example https://desk.shop.example), restart the shop, then try again.",
    );
  return { origin: deskUrl, id: new URL(deskUrl).hostname };
}

/**
 * Returns a signed challenge that is valid for `CHALLENGE_MS`, and only for `purpose`, such as `sign-in`. It is stored
 * only when it is used.
 */
const createChallenge = (context: Context, purpose: string): string =>
  signLink(context, toSealed(purpose), `${context.now().getTime() + CHALLENGE_MS}.${generateSecret()}`);

const toSealed = (purpose: string): string => `desk-challenge:${purpose}`;

async function consumeChallenge(context: Context, purpose: string, challenge: string): Promise<boolean> {
  const text = readSignedLink(context, toSealed(purpose), Buffer.from(challenge, "base64url").toString());
  if (text === null) return false;
  const expiresAt = new Date(Number.parseInt(text));
  if (expiresAt <= context.now()) return false;
  // Different base64url texts can encode the same challenge, so hash the decoded text. A challenge then works once.
  const used = await context.db
    .insert(deskChallenge)
    .values({ hash: hashText(text), expiresAt })
    .onConflictDoNothing()
    .returning();
  return used.length > 0;
}

export const deleteOldChallenges = ({ db, now }: Pick<Context, "db" | "now">): Promise<unknown> =>
  db.delete(deskChallenge).where(lt(deskChallenge.expiresAt, now()));

const clientDataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    challenge: v.string(),
    crossOrigin: v.optional(v.boolean(), false),
    topOrigin: v.optional(v.string()),
  }),
);

/**
 * Marks the challenge as used and returns it.
 * @throws CommandRefused if it is invalid, expired or already used, or from a frame of another site
 */
async function takeChallenge(context: Context, purpose: string, encoded: string): Promise<string> {
  const data = v.safeParse(clientDataSchema, Buffer.from(encoded, "base64url").toString());
  if (!data.success || data.output.crossOrigin || data.output.topOrigin !== undefined)
    throw new CommandRefused(PASSKEY_REFUSED);
  const { challenge } = data.output;
  if (await consumeChallenge(context, purpose, challenge)) return challenge;
  throw new CommandRefused("This request took too long, or was sent twice. Please try again.");
}

/** @throws CommandRefused if the person has too many passkeys */
export async function beginRegistration(
  context: Context,
  { purpose, person }: { purpose: string; person: { id: string; name: string } },
) {
  const { id: rpID } = getRelyingParty(context);
  const existing = await context.db.select().from(deskPasskey).where(eq(deskPasskey.personId, person.id));
  if (existing.length >= MAX_PASSKEYS)
    throw new CommandRefused(`You have ${MAX_PASSKEYS} passkeys. Remove one first, then add another.`);
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: "Desk",
    rpID,
    userName: person.name,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(person.id)),
    challenge: createChallenge(context, purpose),
    timeout: CHALLENGE_MS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export async function checkRegistration(
  context: Context,
  purpose: string,
  response: RegistrationResponseJSON,
) {
  const { origin, id: rpId } = getRelyingParty(context);
  const expectedChallenge = await takeChallenge(context, purpose, response.response.clientDataJSON);
  const { verifyRegistrationResponse } = await load();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch((cause: unknown) => refusePasskey(context, cause));
  if (!checked.verified) return refusePasskey(context, "not verified");
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter, transports };
}

export async function addPasskey(
  tx: Tx,
  now: Date,
  personId: string,
  passkey: Awaited<ReturnType<typeof checkRegistration>>,
  device: string,
): Promise<void> {
  const added = await tx
    .insert(deskPasskey)
    .values({ ...passkey, personId, device, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: deskPasskey.id });
  if (added.length === 0) throw new CommandRefused("This device already has a passkey for the desk.");
}

export async function beginAuthentication(context: Context, purpose: string, personId?: string) {
  const { id: rpID } = getRelyingParty(context);
  const ownPasskeys =
    personId === undefined
      ? []
      : await context.db.select().from(deskPasskey).where(eq(deskPasskey.personId, personId));
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID,
    challenge: createChallenge(context, purpose),
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: ownPasskeys.map(({ id, transports }) => ({ id, transports })),
  });
}

/**
 * Verifies the use of a passkey. If the device counts the uses, the count must have increased. Otherwise the passkey
 * may be a copy. With `personId`, the passkey must belong to this person. @throws CommandRefused
 */
export async function checkAuthentication(
  context: Context,
  purpose: string,
  response: AuthenticationResponseJSON,
  personId?: string,
): Promise<{ id: string; personId: string }> {
  const { origin, id: rpId } = getRelyingParty(context);
  const expectedChallenge = await takeChallenge(context, purpose, response.response.clientDataJSON);
  const [passkey] = await context.db.select().from(deskPasskey).where(eq(deskPasskey.id, response.id));
  const { userHandle } = response.response;
  if (!passkey || (personId !== undefined && passkey.personId !== personId))
    return refusePasskey(context, "unknown passkey");
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== passkey.personId)
    return refusePasskey(context, "the passkey of somebody else");
  const { verifyAuthenticationResponse } = await load();
  const { id, publicKey, counter, transports } = passkey;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch((cause: unknown) => refusePasskey(context, cause));
  if (!checked.verified) return refusePasskey(context, "wrong signature");
  const updated = await context.db
    .update(deskPasskey)
    .set({ counter: checked.authenticationInfo.newCounter, usedAt: context.now() })
    .where(and(eq(deskPasskey.id, id), eq(deskPasskey.counter, counter)))
    .returning({ id: deskPasskey.id });
  if (updated.length === 0) return refusePasskey(context, "used twice at once");
  return { id, personId: passkey.personId };
}

function refusePasskey({ log }: Pick<Context, "log">, cause: unknown): never {
  log.warn(
    { reason: cause instanceof Error ? cause.message : String(cause) },
    "a passkey for the desk was refused",
  );
  throw new CommandRefused(PASSKEY_REFUSED);
}
