import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { OperatorRole } from "./command.ts";
import { id, json, timestamptz } from "#platform/database/columns.ts";

/** The audit log: who ran which command, and how it ended. */
export const operatorAudit = pgTable("operator_audit", {
  id: id(),
  osUser: text("os_user").notNull(),
  command: text("command").notNull(),
  arguments: json<Record<string, string>>("arguments").notNull(),
  outcome: text("outcome").$type<"done" | "refused" | "failed">().notNull(),
  /** The reason why the command was refused or failed. */
  words: text("words"),
  startedAt: timestamptz("started_at").notNull(),
  endedAt: timestamptz("ended_at").notNull(),
  /** The name with which the desk was opened. */
  name: text("name"),
  /** The role of the desk user; null on the command line. */
  role: text("role").$type<OperatorRole>(),
});

/** The changes that can be undone, by number. */
export const operatorChange = pgTable(
  "operator_change",
  {
    number: integer("number").primaryKey(),
    /** The name of the `ChangeKind` that recorded the change and can undo it. */
    kind: text("kind").notNull(),
    /** The description of the change, for lists. */
    summary: text("summary").notNull(),
    /** The old and new values. Only the change's kind knows their format. They contain no personal data. */
    things: json<unknown>("things").notNull(),
    osUser: text("os_user").notNull(),
    changedAt: timestamptz("changed_at").notNull(),
    undoneAt: timestamptz("undone_at"),
  },
  () => [check("operator_change_number_check", sql`number > 0`)],
);
