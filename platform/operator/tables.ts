import { pgTable, text } from "drizzle-orm/pg-core";
import type { OperatorRole } from "./protocol.ts";
import { id, json, timestamptz } from "#platform/database/columns.ts";

/** The record of commands: who ran which, and how it ended. */
export const operatorAudit = pgTable("operator_audit", {
  id: id(),
  osUser: text("os_user").notNull(),
  command: text("command").notNull(),
  arguments: json<Record<string, string>>("arguments").notNull(),
  outcome: text("outcome").$type<"done" | "refused" | "failed">().notNull(),
  /** Why it was refused, or failed. */
  words: text("words"),
  startedAt: timestamptz("started_at").notNull(),
  endedAt: timestamptz("ended_at").notNull(),
  /** The name that the desk was opened under. */
  name: text("name"),
  /** The role of the desk; null for what was typed. */
  role: text("role").$type<OperatorRole>(),
});
