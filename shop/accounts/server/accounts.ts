import { and, desc, eq, exists, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { contains, defineStatement } from "#platform/database/statement.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { isId, generateUuid } from "#platform/ids.ts";
import { type Limit, limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { createInvalidRefusal } from "#platform/http/serve-routes.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { addAddress, listAddresses } from "#shop/addresses/server/index.ts";
import { toEmailKey } from "#contract/person.ts";
import type * as endpoints from "../endpoints.ts";
import { accountRegistered } from "../events.ts";
import { profileMessages } from "../profile.ts";
import { findRegistrationErrors, registrationMessages } from "../registration.ts";
import type { User } from "../user.ts";
import { recordActivity, type Visitor } from "./activity.ts";
import { setDeviceCookie, saveBrowser } from "./known-devices.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { endSessionsOf } from "./sessions.ts";
import { account, hasEmail } from "./tables.ts";

export type Account = Pick<Row, "id" | "firstName" | "lastName" | "email" | "phoneNumber">;

export async function findAccount(db: Db | Tx, accountId: string): Promise<Account | null> {
  if (!isId(accountId)) return null;
  const [row] = await db.select(columns).from(account).where(eq(account.id, accountId));
  return row ?? null;
}

/** Returns the e-mail address if a mailed code or a sign-in provider has ever verified it (D50); otherwise null. */
export async function findVerifiedEmail(db: Db | Tx, accountId: string): Promise<string | null> {
  const [row] = await db.select().from(account).where(eq(account.id, accountId));
  return row?.emailVerifiedAt ? row.email : null;
}

export interface LockedAccount extends Account {
  hasVerifiedMailbox: boolean;
  /** False, for example, if the customer has only ordered by phone or logs in with a provider. */
  hasPassword: boolean;
}

const lockAccountRow = defineStatement<[accountId: string], LockedAccount>(`
  select id, first_name as "firstName", last_name as "lastName", email, phone_number as "phoneNumber",
         email_proved_at is not null as "hasVerifiedMailbox", password_hash is not null as "hasPassword"
    from account where id = $1 for key share`);

/** Returns an account and prevents its deletion until the transaction ends. Null if the account does not exist. */
export async function lockAccount(tx: Tx, accountId: string): Promise<LockedAccount | null> {
  if (!isId(accountId)) return null;
  const [row] = await lockAccountRow(tx, accountId);
  return row ?? null;
}

const { id, firstName, lastName, email, phoneNumber } = account;
const columns = { id, firstName, lastName, email, phoneNumber };
const customerColumns = { ...columns, createdAt: account.createdAt };

function hasPart(search: string): SQL | undefined {
  const name = sql`${account.firstName} || ' ' || ${account.lastName}`;
  return or(...[account.email, name, account.phoneNumber].map((text) => contains(text, search.trim())));
}

interface AccountFilter {
  /** Finds only customers whose name, e-mail address or phone number contains this text. */
  search?: string | undefined;
  ids?: readonly string[];
  byName?: boolean;
}

/** Lists customers, the newest first or by name. */
export const listAccounts = (db: Db, limit: number, { search, ids, byName = false }: AccountFilter = {}) =>
  db
    .select(customerColumns)
    .from(account)
    .where(and(search === undefined ? undefined : hasPart(search), ids && inArray(account.id, [...ids])))
    .orderBy(
      ...(byName ? [sql`lower(${account.firstName})`, sql`lower(${account.lastName})`] : []),
      desc(account.createdAt),
      desc(account.id),
    )
    .limit(limit);

/** The condition that the account exists. The orders of a deleted account remain. */
export const hasAccount = (db: Db, accountId: SQLWrapper): SQL =>
  exists(db.select({ id: account.id }).from(account).where(eq(account.id, accountId)));

export async function findAccountByEmail(db: Db | Tx, email: string) {
  const [row] = await db.select(customerColumns).from(account).where(hasEmail(email));
  return row ?? null;
}

/** Records that the e-mail address of an account is verified. Only for the demo's sample customers (T9). */
export const setVerified = async ({ db, now }: Context, email: string): Promise<void> =>
  void (await db.update(account).set({ emailVerifiedAt: now() }).where(hasEmail(email)));

type Row = typeof account.$inferSelect;

/** If `passwordHash` is null, the customer logs in with a provider or first sets a password by mailed code. */
type NewAccount = Pick<Row, "email" | "firstName" | "lastName" | "phoneNumber" | "passwordHash"> &
  Partial<Pick<Row, "emailVerifiedAt">>;

/** Creates an account; null if the e-mail address already has one (D59). `visitor` is null for a phone order. */
export async function openAccount(
  tx: Tx,
  context: Context,
  person: NewAccount,
  visitor: Visitor,
): Promise<Row | null> {
  const now = context.now();
  const { email, firstName, lastName, phoneNumber, passwordHash, emailVerifiedAt = null } = person;
  const [created] = await tx
    .insert(account)
    .values({
      id: generateUuid(now.getTime()),
      email,
      emailKey: toEmailKey(email),
      firstName,
      lastName,
      phoneNumber,
      passwordHash,
      emailVerifiedAt,
      createdAt: now,
    })
    .onConflictDoNothing({ target: account.emailKey })
    .returning();
  if (!created) return null;
  await recordActivity(tx, context, created.id, "registered", visitor);
  return created;
}

/** Limits registrations from one IP address (security §10). */
const getRegistrationLimit = ({ profile }: Pick<Config, "profile">): Limit => ({
  burst: profile === "production" ? 10 : 60,
  perMs: HOUR,
});

export async function registerAccount(
  context: Context,
  { body: form, requestContext }: HandlerInput<typeof endpoints.register>,
) {
  const wrong = findRegistrationErrors(form, getShopRules(context).deliverTo);
  if (wrong.length > 0) throw createInvalidRefusal(wrong);
  const { config } = context;
  const limited = await refuseTooMany(
    context,
    ...limitVisitors("register", requestContext.ip, config, getRegistrationLimit(config)),
  );
  if (limited) return limited;
  const weak = await refuseWeakPassword(context, form.password, "password", form);
  if (weak) return weak;
  const passwordHash = await hashPassword(form.password);

  const result = await context.transact(async (tx) => {
    const created = await openAccount(tx, context, { ...form, passwordHash }, requestContext);
    if (!created) {
      return refuse("email_taken", {
        fields: [{ path: "email", message: registrationMessages.emailTaken }],
      });
    }
    const { id: accountId } = created;
    await addAddress(tx, accountId, form.address, context.now());
    await context.outbox.publish(tx, accountRegistered, { accountId });
    // If this browser verifies the e-mail address later, the data entered here is kept, except the password.
    return { device: await saveBrowser(tx, accountId, requestContext, context.now()) };
  });
  if (isRefused(result)) return result;
  if (result.device) setDeviceCookie(requestContext, result.device);
  return { success: true as const, message: registrationMessages.done };
}

export async function readOwnProfile(
  context: Context,
  { principal }: HandlerInput<typeof endpoints.readProfile>,
) {
  const [row] = await context.db.select().from(account).where(eq(account.id, principal.accountId));
  return { success: true as const, user: await toUser(context, row) };
}

export async function changeProfile(
  context: Context,
  { principal, body }: HandlerInput<typeof endpoints.updateProfile>,
) {
  const isOwn = eq(account.id, principal.accountId);
  const [changed] = await context.db.update(account).set(body).where(isOwn).returning();
  return { success: true as const, message: profileMessages.saved, user: await toUser(context, changed) };
}

export async function toUser(context: Context, row: typeof account.$inferSelect | undefined): Promise<User> {
  if (!row) throw new Error("The account of this session does not exist.");
  const { id, firstName, lastName, email, phoneNumber, role } = row;
  const addresses = await listAddresses(context.db, id);
  return { _id: id, id, firstName, lastName, email, phoneNumber, addresses, role };
}

export async function removeAccount(tx: Tx, context: Context, accountId: string): Promise<void> {
  await endSessionsOf(tx, context, accountId);
  await tx.delete(account).where(eq(account.id, accountId));
}
