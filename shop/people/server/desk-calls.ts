import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import * as v from "valibot";
import { getOwn } from "#contract/read.ts";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { isId } from "#platform/ids.ts";
import { type Limit, limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import { CommandRefused, PROVE } from "#platform/operator/command.ts";
import {
  type DeskPeople,
  type DeskPerson,
  SESSION_OVER,
  TooManyAttempts,
} from "#platform/operator/desk-people.ts";
import {
  addPasskey,
  beginAuthentication,
  beginRegistration,
  checkAuthentication,
  checkRegistration,
} from "./passkeys.ts";
import { listPasskeys, lockPerson, openInvitation, consumeInvitation } from "./people.ts";
import {
  addPush,
  getShopKey,
  isBrowserKey,
  isPushAddress,
  listPushes,
  removePush,
  renewPush,
} from "./push.ts";
import {
  createSession,
  endSession,
  findSignedIn,
  listSessions,
  recordProved,
  type SignedInPerson,
  lockSession,
} from "./sessions.ts";
import type { ownSignIn } from "../command-results.ts";
import { deskPasskey } from "./tables.ts";

type OwnSignIn = v.InferInput<typeof ownSignIn>;

const DESK_SIGN_IN_LIMIT: Limit = { burst: 40, perMs: 15 * MINUTE };
/** The limit for all networks together. If it were lower, a few strangers could lock out the owner. */
const ALL_DESK_SIGN_INS_LIMIT: Limit = { burst: 1_200, perMs: MINUTE };

const ip = v.pipe(v.string(), v.maxLength(100));
const secret = v.pipe(v.string(), v.maxLength(100));
const device = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));
const encoded = v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[\w-]*$/));
const credential = <Credential>(response: v.ObjectEntries) =>
  v.pipe(
    v.object({
      id: v.pipe(encoded, v.maxLength(1_400)),
      rawId: v.pipe(encoded, v.maxLength(1_400)),
      type: v.literal("public-key"),
      clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
      authenticatorAttachment: v.optional(v.nullable(v.string())),
      response: v.object({ clientDataJSON: encoded, ...response }),
    }),
    v.transform((value) => value as Credential),
  );

const registrationSchema = credential<RegistrationResponseJSON>({
  attestationObject: encoded,
  transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(30))), v.maxLength(10))),
});

const authenticationSchema = credential<AuthenticationResponseJSON>({
  authenticatorData: encoded,
  signature: encoded,
  userHandle: v.optional(encoded),
});

const pushEndpoint = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.check(isPushAddress, "This is not the address of a browser's push service."),
);

const pushSchema = v.object({
  endpoint: pushEndpoint,
  p256dh: v.pipe(
    v.string(),
    v.maxLength(100),
    v.check(isBrowserKey, "This is not a browser's key for notifications."),
  ),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}={0,2}$/)),
  shopKey: v.pipe(v.string(), v.maxLength(100)),
});

interface DeskCall<Body> {
  body: v.GenericSchema<unknown, Body>;
  run(context: Context, body: Body): Promise<unknown>;
}

const defineCall = <Body>(body: DeskCall<Body>["body"], run: DeskCall<Body>["run"]) =>
  ({ body, run }) as DeskCall<unknown>;

/** Defines a call that needs no session. Each request counts as an attempt of its IP address. */
const defineAttempt = <Body extends object>(
  body: v.GenericSchema<unknown, Body>,
  run: (context: Context, body: Body & { ip: string }) => Promise<unknown>,
) =>
  defineCall(v.intersect([v.object({ ip }), body]), async (context, input) => {
    await countAttempt(context, input.ip);
    return run(context, input);
  });

const defineOwnCall = <Body extends object>(
  body: v.GenericSchema<unknown, Body>,
  run: (context: Context, person: SignedInPerson, body: Body) => Promise<unknown>,
) =>
  defineCall(v.intersect([v.object({ session: secret }), body]), async (context, input) => {
    const person = await findSignedIn(context, input.session);
    if (person === null) throw new CommandRefused(SESSION_OVER);
    return run(context, person, input);
  });

const SIGN_IN = "sign-in";
const toInvitationPurpose = (invitation: string): string => `join:${invitation}`;
const toProvePurpose = ({ sessionId }: SignedInPerson): string => `prove:${sessionId}`;
const toAddPurpose = ({ sessionId }: SignedInPerson): string => `add:${sessionId}`;

const calls: Readonly<Record<string, DeskCall<unknown>>> = {
  session: defineCall(
    v.object({ session: secret, idleMs: v.optional(v.number()) }),
    async (context, { session, idleMs }) => toPerson(await findSignedIn(context, session, idleMs)),
  ),

  "sign-in/begin": defineAttempt(v.object({}), (context) => beginAuthentication(context, SIGN_IN)),
  "sign-in": defineAttempt(
    v.object({ browser: device, response: authenticationSchema }),
    async (context, { ip: from, browser, response }) => {
      const { personId, id: passkeyId } = await checkAuthentication(context, SIGN_IN, response);
      return signIn(context, "sign-in", { personId, passkeyId, device: browser, ip: from });
    },
  ),

  "join/begin": defineAttempt(v.object({ invitation: secret }), async (context, { invitation }) => {
    const person = await openInvitation(context, invitation);
    const options = await beginRegistration(context, { purpose: toInvitationPurpose(invitation), person });
    return { name: person.name, role: person.role, options };
  }),
  join: defineAttempt(
    v.object({ browser: device, invitation: secret, device, response: registrationSchema }),
    async (context, { ip: from, invitation, response, ...names }) => {
      const person = await openInvitation(context, invitation);
      const passkey = await checkRegistration(context, toInvitationPurpose(invitation), response);
      await context.transact(async (tx) => {
        await consumeInvitation(tx, context.now(), invitation);
        await addPasskey(tx, context.now(), person.id, passkey, names.device);
      });
      const session = { personId: person.id, passkeyId: passkey.id, device: names.browser, ip: from };
      return signIn(context, "join", session);
    },
  ),

  "sign-out": defineOwnCall(v.object({ id: v.optional(v.string()) }), async (context, person, { id }) => {
    const ended = id ?? person.sessionId;
    if (!isId(ended) || !(await endSession(context.db, ended, person.id)))
      throw new CommandRefused("This session has ended already.");
  }),

  "prove/begin": defineOwnCall(v.object({}), (context, person) =>
    beginAuthentication(context, toProvePurpose(person), person.id),
  ),
  prove: defineOwnCall(
    v.object({ response: authenticationSchema }),
    async (context, person, { response }) => {
      await checkAuthentication(context, toProvePurpose(person), response, person.id);
      await recordProved(context.db, person.sessionId, context.now());
    },
  ),

  me: defineOwnCall(v.object({}), async (context, { id, sessionId }): Promise<OwnSignIn> => ({
    passkeys: await listPasskeys(context.db, id),
    pushKey: getShopKey(context),
    pushes: await listPushes(context.db, id),
    sessions: (await listSessions(context, id)).map((session) => ({
      ...session,
      isThis: session.id === sessionId,
    })),
  })),
  "passkey/begin": defineOwnCall(v.object({}), (context, person) => {
    requireProof(person);
    return beginRegistration(context, { purpose: toAddPurpose(person), person });
  }),
  passkey: defineOwnCall(
    v.object({ device, response: registrationSchema }),
    async (context, person, { device: name, response }) => {
      requireProof(person);
      const passkey = await checkRegistration(context, toAddPurpose(person), response);
      await context.transact(async (tx) => {
        await lockPerson(tx, person.id);
        await lockSession(tx, person.sessionId);
        await addPasskey(tx, context.now(), person.id, passkey, name);
      });
      await record(context, person, "add-passkey", name);
    },
  ),
  "passkey/rename": defineOwnCall(
    v.object({ id: v.string(), device }),
    async (context, person, { id, device: name }) => {
      await context.db.update(deskPasskey).set({ device: name }).where(isOwnPasskey(person, id));
    },
  ),
  "passkey/remove": defineOwnCall(v.object({ id: v.string() }), async (context, person, { id }) => {
    requireProof(person);
    const device = await context.transact(async (tx) => {
      await lockPerson(tx, person.id);
      if ((await tx.$count(deskPasskey, eq(deskPasskey.personId, person.id))) < 2)
        throw new CommandRefused(
          "This is your only passkey, and you could not sign in without it. Add another passkey first.",
        );
      const [removed] = await tx.delete(deskPasskey).where(isOwnPasskey(person, id)).returning();
      return removed?.device;
    });
    if (device === undefined) throw new CommandRefused("This passkey was removed already.");
    await record(context, person, "remove-passkey", device);
  }),

  push: defineOwnCall(
    v.object({ device, push: pushSchema }),
    async (context, person, { device: name, push }) => {
      const id = await addPush(context, person, { ...push, device: name });
      await record(context, person, "notify", name);
      return { id };
    },
  ),
  "push/renew": defineOwnCall(
    v.object({ endpoint: pushEndpoint }),
    async (context, person, { endpoint }) => ({
      id: await renewPush(context, person, endpoint),
    }),
  ),
  "push/remove": defineOwnCall(v.object({ id: v.string() }), async (context, person, { id }) => {
    const name = await removePush(context.db, person.id, id);
    if (name === null) throw new CommandRefused("This device no longer gets notifications.");
    await record(context, person, "stop-notifying", name);
  }),
};

const isOwnPasskey = (person: SignedInPerson, id: string) =>
  and(eq(deskPasskey.id, id), eq(deskPasskey.personId, person.id));

/** Requires that the person has used a passkey in the last few minutes. @throws CommandRefused */
function requireProof({ isProved }: SignedInPerson): void {
  if (!isProved) throw new CommandRefused(PROVE);
}

/**
 * Counts an attempt. Limits the address of this machine too, because all requests seem to come from it if a proxy is
 * misconfigured. @throws TooManyAttempts
 */
async function countAttempt(context: Context, from: string): Promise<void> {
  const refused = await refuseTooMany(
    context,
    ...limitVisitors("desk-sign-in", from, { limitLoopback: true }, DESK_SIGN_IN_LIMIT),
    ["desk-sign-in:all", ALL_DESK_SIGN_INS_LIMIT],
  );
  if (refused) throw new TooManyAttempts(refused.extra.retryAfterMs ?? 0);
}

async function signIn(context: Context, verb: string, session: Parameters<typeof createSession>[2]) {
  const cookie = await createSession(context.db, context.now(), session);
  const person = await findSignedIn(context, cookie);
  if (person === null)
    throw new CommandRefused(
      "You were removed from the desk in the meantime. Ask the owner to invite you again.",
    );
  await record(context, person, verb, session.device);
  return { session: cookie, id: person.id, name: person.name, role: person.role };
}

const record = (context: Context, { name, role }: SignedInPerson, verb: string, on: string): Promise<void> =>
  recordCommand(
    context.db,
    { noun: "desk", verb, args: { device: on }, options: {}, osUser: "desk", name, role },
    { startedAt: context.now(), endedAt: context.now() },
    { outcome: "done", result: {} },
  );

const toPerson = (person: SignedInPerson | null): DeskPerson | null =>
  person && { id: person.id, name: person.name, role: person.role, isProved: person.isProved };

export const deskPeople: DeskPeople = {
  identify: async (context, session) => toPerson(await findSignedIn(context, session)),
  async answer(context, name, body) {
    const call = getOwn(calls, name);
    if (call === undefined)
      throw new CommandRefused(
        "The shop does not support this request. Update the shop and the desk to the same version.",
      );
    return call.run(context, v.parse(call.body, body));
  },
};
