import { eq, sql } from "drizzle-orm";
import { toEmailKey } from "#contract/person.ts";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";
import type { Activity } from "../activity.ts";

export const account = pgTable(
  "account",
  {
    id: id(),
    email: text("email").notNull(),
    /** The e-mail address in lower case, so that each address has at most one account (D59). */
    emailKey: text("email_key").notNull().unique("account_email_key"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    phoneNumber: text("phone_number").notNull(),
    passwordHash: text("password_hash"),
    role: text("role").notNull().default("user"),
    createdAt: timestamptz("created_at").notNull(),
    /** When a mailed code or a sign-in provider last verified the e-mail address (D50). */
    emailVerifiedAt: timestamptz("email_proved_at"),
  },
  () => [check("account_role", sql`role in ('user')`)],
);

export const hasEmail = (email: string) => eq(account.emailKey, toEmailKey(email));

/** Reset codes. Only the newest one works (D2). The code is not stored, but computed from `id`. */
export const passwordReset = pgTable("password_reset", {
  accountId: idOf("account_id")
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  id: idOf("id").notNull().unique("password_reset_id"),
  tries: integer("tries").notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
  usedAt: timestamptz("used_at"),
});

/** The id of a customer (`subject`) at a sign-in provider (D50). */
export const thirdPartyIdentity = pgTable(
  "third_party_identity",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("third_party_identity_of_account").on(table.accountId),
  ],
);

export const usedCredential = pgTable("used_credential", {
  hash: text("hash").primaryKey(),
  expiresAt: timestamptz("expires_at").notNull(),
});

/** When a session ends, its row is deleted. Only the SHA-256 hash of each secret is stored. */
export const session = pgTable(
  "session",
  {
    id: id(),
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The hash of the cookie without which a browser's tokens are refused. Null if the client is not a browser. */
    cookieHash: text("cookie_hash").unique("session_cookie_hash"),
    createdAt: timestamptz("created_at").notNull(),
    seenAt: timestamptz("seen_at").notNull(),
    device: text("device"),
    sharedAt: timestamptz("shared_at"),
  },
  (table) => [index("session_of_account").on(table.accountId, table.createdAt)],
);

/** A session can have several valid access tokens, because two tabs may refresh at the same time. */
export const accessToken = pgTable(
  "access_token",
  {
    hash: text("hash").primaryKey(),
    sessionId: idOf("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    expiresAt: timestamptz("expires_at").notNull(),
    supersededAt: timestamptz("superseded_at"),
  },
  (table) => [index("access_token_of_session").on(table.sessionId, table.expiresAt)],
);

/**
 * In a session without a cookie, each use of a refresh token creates a successor. If a token is used again after its
 * successor was used, somebody has copied it.
 */
export const refreshToken = pgTable(
  "refresh_token",
  {
    hash: text("hash").primaryKey(),
    sessionId: idOf("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    parentHash: text("parent_hash"),
    createdAt: timestamptz("created_at").notNull(),
    usedAt: timestamptz("used_at"),
    supersededAt: timestamptz("superseded_at"),
  },
  (table) => [index("refresh_token_of_session").on(table.sessionId, table.parentHash)],
);

/**
 * Known devices of an account (T34). A browser is identified by its cookie. Another client is identified by its IP
 * address for an hour.
 */
export const knownDevice = pgTable(
  "known_device",
  {
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hash] }),
    index("known_device_expiry").on(table.expiresAt),
  ],
);

export const accountActivity = pgTable(
  "account_activity",
  {
    id: id(),
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    kind: text("kind").$type<Activity>().notNull(),
    device: text("device"),
    network: text("network"),
    times: integer("times").notNull(),
    at: timestamptz("at").notNull(),
  },
  (table) => [
    index("account_activity_of_account").on(table.accountId, table.at.desc()),
    index("account_activity_newest").on(table.at.desc(), table.id),
  ],
);
