import { eq } from "drizzle-orm";
import { toEmailKey } from "#contract/person.ts";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";
import type { Activity } from "../activity.ts";

export const account = pgTable("account", {
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
  /** The time when a mailed code or a sign-in provider verified the e-mail address (D50). Null if not verified. */
  emailVerifiedAt: timestamptz("email_proved_at"),
});

const accountId = () =>
  idOf("account_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" });

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

export const thirdPartyIdentity = pgTable(
  "third_party_identity",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    accountId: accountId(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const usedCredential = pgTable("used_credential", {
  hash: text("hash").primaryKey(),
  expiresAt: timestamptz("expires_at").notNull(),
});

/** When a session ends, its row is deleted. Only the SHA-256 hash of each secret is stored. */
export const session = pgTable("session", {
  id: id(),
  accountId: accountId(),
  /** The hash of the cookie without which a browser's tokens are refused. Null if the client is not a browser. */
  cookieHash: text("cookie_hash").unique("session_cookie_hash"),
  createdAt: timestamptz("created_at").notNull(),
  seenAt: timestamptz("seen_at").notNull(),
  device: text("device"),
  sharedAt: timestamptz("shared_at"),
});

const sessionId = () =>
  idOf("session_id")
    .notNull()
    .references(() => session.id, { onDelete: "cascade" });

/** A session can have several valid access tokens, because two tabs may refresh at the same time. */
export const accessToken = pgTable("access_token", {
  hash: text("hash").primaryKey(),
  sessionId: sessionId(),
  expiresAt: timestamptz("expires_at").notNull(),
  supersededAt: timestamptz("superseded_at"),
});

export const refreshToken = pgTable("refresh_token", {
  hash: text("hash").primaryKey(),
  sessionId: sessionId(),
  parentHash: text("parent_hash"),
  createdAt: timestamptz("created_at").notNull(),
  usedAt: timestamptz("used_at"),
  supersededAt: timestamptz("superseded_at"),
});

/** Known devices of an account (T34), by the hash of the browser's cookie or, without cookies, of the IP address. */
export const knownDevice = pgTable(
  "known_device",
  {
    accountId: accountId(),
    hash: text("hash").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

export const accountActivity = pgTable("account_activity", {
  id: id(),
  accountId: accountId(),
  kind: text("kind").$type<Activity>().notNull(),
  device: text("device"),
  network: text("network"),
  times: integer("times").notNull(),
  at: timestamptz("at").notNull(),
});
