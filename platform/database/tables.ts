import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, json, timestamptz } from "./columns.ts";
import { SECOND } from "#contract/time.ts";

/** One row for each event and subscriber. Another process may take over an unfinished delivery after `run_at`. */
export const outbox = pgTable("outbox", {
  id: id(),
  topic: text("topic").notNull(),
  subscriber: text("reaction").notNull(),
  payload: json<unknown>("payload").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  runAt: timestamptz("run_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  doneAt: timestamptz("done_at"),
  deadAt: timestamptz("dead_at"),
  lastError: text("last_error"),
  requestId: text("request_id"),
  /** Earlier versions of the shop, which may still be running, use this column. */
  traceparent: text("traceparent"),
});

/** A rate limit. All its uses are available again at `full_at`. `allowed` is the result of the last use. */
export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  fullAt: timestamptz("full_at").notNull(),
  allowed: boolean("allowed").notNull(),
});

/** Data about a process that other processes can read. It contains no secrets. */
export interface ProcessFacts {
  /** The host, the port and the process id: `shop-1:3000 (process 42)`. */
  name: string;
  /** The newest migration that the process's version contains. Processes of earlier versions do not report it. */
  knows: string;
  /** The payment provider of the process. Processes with different providers cannot run at the same time. */
  payments: "test cards" | "Razorpay in test mode" | "Razorpay";
  settings: Record<string, string>;
}

/** A running process of the shop on a PostgreSQL server. `secret` and `previous_secret` are hashed with scrypt. */
export const shopProcess = pgTable("shop_process", {
  id: text("id").primaryKey(),
  startedAt: timestamptz("started_at").notNull(),
  seenAt: timestamptz("seen_at").notNull(),
  salt: text("salt").notNull(),
  secret: text("secret").notNull(),
  previousSecret: text("previous_secret"),
  facts: json<ProcessFacts>("facts").notNull(),
});

const DEAD_AFTER_MS = 10 * SECOND;

/** True for a process with a recent heartbeat. Uses the database's clock, because the machines' clocks may differ. */
export const IS_OPEN = `seen_at > clock_timestamp() - interval '${DEAD_AFTER_MS / SECOND} seconds'`;
