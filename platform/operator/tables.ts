import { integer, pgTable, text } from "drizzle-orm/pg-core";
import type { OperatorRole } from "./roles.ts";
import { id, json, timestamptz } from "#platform/database/columns.ts";

export const operatorAudit = pgTable("operator_audit", {
  id: id(),
  osUser: text("os_user").notNull(),
  command: text("command").notNull(),
  arguments: json<Record<string, string>>("arguments").notNull(),
  outcome: text("outcome").$type<"done" | "refused" | "failed">().notNull(),
  words: text("words"),
  startedAt: timestamptz("started_at").notNull(),
  endedAt: timestamptz("ended_at").notNull(),
  name: text("name"),
  role: text("role").$type<OperatorRole>(),
});

export const operatorChange = pgTable("operator_change", {
  number: integer("number").primaryKey(),
  kind: text("kind").notNull(),
  summary: text("summary").notNull(),
  /** The old and new values of the change. The format depends on `kind`. */
  things: json<unknown>("things").notNull(),
  osUser: text("os_user").notNull(),
  changedAt: timestamptz("changed_at").notNull(),
  undoneAt: timestamptz("undone_at"),
});
