import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";
import type { Activity } from "../activity.ts";

export const account = pgTable(
  "account",
  {
    id: id(),
    /** As typed. */
    email: text("email").notNull(),
    /** The e-mail address in lower case, so that it has one account (D59). */
    emailKey: text("email_key").notNull().unique("account_email_key"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    phoneNumber: text("phone_number").notNull(),
    /** Null for a customer who has only signed in through a third party. */
    passwordHash: text("password_hash"),
    role: text("role").notNull().default("user"),
    createdAt: timestamptz("created_at").notNull(),
    /** The last time at which a mailed code or a sign-in provider verified the mailbox (D50). */
    emailProvedAt: timestamptz("email_proved_at"),
  },
  () => [check("account_role", sql`role in ('user')`)],
);

/** One row for each account, so only the newest code works (D2). The code is computed from `id` and never stored. */
export const passwordReset = pgTable("password_reset", {
  accountId: idOf("account_id")
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  id: idOf("id").notNull().unique("password_reset_id"),
  tries: integer("tries").notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
  usedAt: timestamptz("used_at"),
});

/** A customer's identity at a sign-in provider: its issuer and the subject it gave them (D50). */
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

/** Used credentials of a provider, kept until they expire. */
export const usedCredential = pgTable("used_credential", {
  hash: text("hash").primaryKey(),
  expiresAt: timestamptz("expires_at").notNull(),
});

/** An ended session has no row. Only the SHA-256 of each secret is stored. */
export const session = pgTable(
  "session",
  {
    id: id(),
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** Set for a session of a browser: its tokens are accepted only with this cookie. */
    cookieHash: text("cookie_hash").unique("session_cookie_hash"),
    createdAt: timestamptz("created_at").notNull(),
    /** Time of the login or the latest refresh. */
    seenAt: timestamptz("seen_at").notNull(),
    /** `Chrome on Android`; null if the device did not send its name. */
    device: text("device"),
    /** The time at which a second client was noticed; null if there is none. */
    sharedAt: timestamptz("shared_at"),
  },
  (table) => [index("session_of_account").on(table.accountId, table.createdAt)],
);

/** A session may have several valid tokens, so that two tabs that refresh do not log each other out. */
export const accessToken = pgTable(
  "access_token",
  {
    hash: text("hash").primaryKey(),
    sessionId: idOf("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    expiresAt: timestamptz("expires_at").notNull(),
    /**
     * The time at which a newer token of a session without a cookie was used: from then on its client does not need
     * this one.
     */
    supersededAt: timestamptz("superseded_at"),
  },
  (table) => [index("access_token_of_session").on(table.sessionId, table.expiresAt)],
);

/**
 * One row for the session of a browser. Without a cookie, each refresh creates a successor. A token is superseded when
 * a successor is used; if it is used again after that, it was copied.
 */
export const refreshToken = pgTable(
  "refresh_token",
  {
    hash: text("hash").primaryKey(),
    sessionId: idOf("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** The token that it succeeds; null for the first one. */
    parentHash: text("parent_hash"),
    createdAt: timestamptz("created_at").notNull(),
    usedAt: timestamptz("used_at"),
    supersededAt: timestamptz("superseded_at"),
  },
  (table) => [index("refresh_token_of_session").on(table.sessionId, table.parentHash)],
);

/**
 * Devices that are known for an account: by a browser's cookie, or for a while by the network address from which the
 * mailbox was verified (T34).
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

/** The activity of an account, for its owner and the operator. */
export const accountActivity = pgTable(
  "account_activity",
  {
    id: id(),
    accountId: idOf("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    kind: text("kind").$type<Activity>().notNull(),
    device: text("device"),
    /** The network address without its last part; null if the shop itself did it. */
    network: text("network"),
    /** Number of times within the hour, for acts that are counted. */
    times: integer("times").notNull(),
    at: timestamptz("at").notNull(),
  },
  (table) => [
    index("account_activity_of_account").on(table.accountId, table.at.desc()),
    index("account_activity_newest").on(table.at.desc(), table.id),
  ],
);
