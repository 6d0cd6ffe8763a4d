import { asc, eq, ne, and, gt } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid, generateSecret, hashText } from "#platform/ids.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { getRelyingParty } from "./passkeys.ts";
import { deskInvitation, deskPasskey, deskPerson, deskPush, deskSession } from "./tables.ts";

export const INVITATION_MINUTES = 30;

/** The invitation's page. The secret is in the fragment of the URL, which browsers do not send to a server. */
const JOIN_PATH = "/join";

export type Person = typeof deskPerson.$inferSelect;

const toKey = (name: string): string => name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

async function findPerson(db: Db | Tx, name: string): Promise<Person | undefined> {
  const [row] = await db
    .select()
    .from(deskPerson)
    .where(eq(deskPerson.nameKey, toKey(name)));
  return row;
}

export async function requirePerson(db: Db | Tx, name: string): Promise<Person> {
  const person = await findPerson(db, name);
  if (person) return person;
  throw new CommandRefused(
    `There is nobody called ${name} at the desk. Check the name in the list of people.`,
  );
}

/** Locks a person, so that two changes of the person's devices run one after the other. */
export const lockPerson = (tx: Tx, personId: string): Promise<unknown> =>
  tx.select().from(deskPerson).where(eq(deskPerson.id, personId)).for("update");

/**
 * Creates an invitation link. An earlier link of this person stops working. `isLost` also deletes the passkeys and the
 * sessions of the person. @throws CommandRefused
 */
export async function invite(
  context: Context,
  { name, role, isLost }: { name: string; role: OperatorRole | undefined; isLost: boolean },
) {
  const { origin } = getRelyingParty(context);
  const now = context.now();
  const secret = generateSecret();
  const expiresAt = new Date(now.getTime() + INVITATION_MINUTES * MINUTE);
  return context.transact(async (tx) => {
    const existing = await (isLost ? requirePerson : findPerson)(tx, name);
    if (existing && role !== undefined && role !== existing.role)
      throw new CommandRefused(
        `${existing.name} is already invited as ${existing.role}. Change the role instead of inviting them again.`,
      );
    if (!existing && role === undefined)
      throw new CommandRefused(`${name} is new. Choose a role: owner, manager or packer.`);
    const person = existing ?? (await addPerson(tx, now, name, role ?? "packer"));
    if (isLost) {
      await lockPerson(tx, person.id);
      await tx.delete(deskPasskey).where(eq(deskPasskey.personId, person.id));
    }
    const invitation = { hash: hashText(secret), expiresAt };
    await tx
      .insert(deskInvitation)
      .values({ personId: person.id, ...invitation })
      .onConflictDoUpdate({ target: deskInvitation.personId, set: invitation });
    return { person, link: `${origin}${JOIN_PATH}#${secret}`, expiresAt, isKnown: existing !== undefined };
  });
}

async function addPerson(tx: Tx, now: Date, name: string, role: OperatorRole): Promise<Person> {
  const person = {
    id: generateUuid(now.getTime()),
    name: name.trim(),
    nameKey: toKey(name),
    role,
    createdAt: now,
  };
  await tx.insert(deskPerson).values(person);
  return person;
}

const INVITATION_REFUSED =
  "This invitation was used already or has expired. Ask for a new one; it works once, for 30 minutes.";

export async function openInvitation(
  { db, now }: Pick<Context, "db" | "now">,
  secret: string,
): Promise<Person> {
  const [row] = await db
    .select({ person: deskPerson })
    .from(deskInvitation)
    .innerJoin(deskPerson, eq(deskPerson.id, deskInvitation.personId))
    .where(and(eq(deskInvitation.hash, hashText(secret)), gt(deskInvitation.expiresAt, now())));
  if (!row) throw new CommandRefused(INVITATION_REFUSED);
  return row.person;
}

/** Uses up an invitation. Only one of two concurrent requests succeeds. @throws CommandRefused */
export async function consumeInvitation(tx: Tx, now: Date, secret: string): Promise<void> {
  const used = await tx
    .delete(deskInvitation)
    .where(and(eq(deskInvitation.hash, hashText(secret)), gt(deskInvitation.expiresAt, now)))
    .returning();
  if (used.length === 0) throw new CommandRefused(INVITATION_REFUSED);
}

export const listPasskeys = (db: Db, personId?: string) =>
  db
    .select({
      id: deskPasskey.id,
      personId: deskPasskey.personId,
      device: deskPasskey.device,
      createdAt: deskPasskey.createdAt,
      usedAt: deskPasskey.usedAt,
    })
    .from(deskPasskey)
    .where(personId === undefined ? undefined : eq(deskPasskey.personId, personId))
    .orderBy(asc(deskPasskey.createdAt), asc(deskPasskey.id));

/** `invitedUntil` is null if the person has no valid invitation. */
export async function listPeople({ db, now }: Pick<Context, "db" | "now">) {
  const rows = await db
    .select({ person: deskPerson, invitedUntil: deskInvitation.expiresAt })
    .from(deskPerson)
    .leftJoin(deskInvitation, eq(deskInvitation.personId, deskPerson.id))
    .orderBy(asc(deskPerson.nameKey));
  return rows.map(({ person, invitedUntil }) => ({
    ...person,
    invitedUntil: invitedUntil !== null && invitedUntil > now() ? invitedUntil : null,
  }));
}

/** Also deletes the passkeys and sessions of the person. @throws CommandRefused */
export async function removePerson(context: Context, name: string): Promise<Person> {
  return context.transact(async (tx) => {
    const person = await requirePerson(tx, name);
    await requireAnotherOwner(tx, person);
    await tx.delete(deskPerson).where(eq(deskPerson.id, person.id));
    return person;
  });
}

/** The new role applies from the next request. @throws CommandRefused */
export async function changeRole(context: Context, name: string, role: OperatorRole): Promise<Person> {
  return context.transact(async (tx) => {
    const person = await requirePerson(tx, name);
    if (role !== "owner") await requireAnotherOwner(tx, person);
    await tx.update(deskPerson).set({ role }).where(eq(deskPerson.id, person.id));
    return { ...person, role };
  });
}

/** @throws CommandRefused if the person is the only owner and other people exist */
async function requireAnotherOwner(tx: Tx, person: Person): Promise<void> {
  if (person.role !== "owner") return;
  await tx.select().from(deskPerson).where(eq(deskPerson.role, "owner")).for("update");
  const isOther = ne(deskPerson.id, person.id);
  const otherOwners = await tx.$count(deskPerson, and(isOther, eq(deskPerson.role, "owner")));
  if (otherOwners === 0 && (await tx.$count(deskPerson, isOther)) > 0)
    throw new CommandRefused(
      `${person.name} is the only owner. Without an owner, nobody can invite or remove people. Make another person an owner first.`,
    );
}

export async function signOutPerson(db: Db | Tx, personId: string): Promise<number> {
  const ended = await db
    .delete(deskSession)
    .where(eq(deskSession.personId, personId))
    .returning({ id: deskSession.id });
  await db.delete(deskPush).where(eq(deskPush.personId, personId));
  return ended.length;
}
