import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, id, idOf, json, timestamptz } from "#platform/database/columns.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";

/** The people who may use the owner's desk from anywhere (D119). */
export const deskPerson = pgTable("desk_person", {
  id: id(),
  name: text("name").notNull(),
  /** The name in lower case. It is unique, because the audit log has only the names of people. */
  nameKey: text("name_key").notNull().unique(),
  role: text("role").$type<OperatorRole>().notNull(),
  createdAt: timestamptz("created_at").notNull(),
});

const personId = () =>
  idOf("person_id")
    .notNull()
    .references(() => deskPerson.id, { onDelete: "cascade" });

export const deskPasskey = pgTable("desk_passkey", {
  id: text("id").primaryKey(),
  personId: personId(),
  publicKey: bytes("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: json<string[]>("transports").notNull(),
  device: text("device").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  usedAt: timestamptz("used_at"),
});

const passkeyId = () =>
  text("passkey_id")
    .notNull()
    .references(() => deskPasskey.id, { onDelete: "cascade" });

/** Links with which people join the desk. A link works once, and a newer link of the same person replaces it. */
export const deskInvitation = pgTable("desk_invitation", {
  personId: idOf("person_id")
    .primaryKey()
    .references(() => deskPerson.id, { onDelete: "cascade" }),
  hash: text("hash").notNull().unique(),
  expiresAt: timestamptz("expires_at").notNull(),
});

export const deskSession = pgTable("desk_session", {
  id: id(),
  hash: text("hash").notNull().unique(),
  personId: personId(),
  passkeyId: passkeyId(),
  device: text("device").notNull(),
  network: text("network").notNull(),
  begunAt: timestamptz("begun_at").notNull(),
  seenAt: timestamptz("seen_at").notNull(),
  /** The time when the person last confirmed their identity with a passkey in this session; null if never. */
  provedAt: timestamptz("proved_at"),
});

export const deskPush = pgTable("desk_push", {
  id: id(),
  personId: personId(),
  passkeyId: passkeyId(),
  /** The latest session on the device. Notifications continue after it expires, but a logout from it ends them. */
  sessionId: idOf("session_id").notNull(),
  /** The device's URL at the push service. The next two columns contain the browser's keys. */
  endpoint: text("endpoint").notNull().unique(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  shopKey: text("shop_key").notNull(),
  device: text("device").notNull(),
  createdAt: timestamptz("created_at").notNull(),
});

export const deskChallenge = pgTable("desk_challenge", {
  hash: text("hash").primaryKey(),
  expiresAt: timestamptz("expires_at").notNull(),
});
