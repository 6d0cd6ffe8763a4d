import type pg from "pg";
import { defineCount, defineSum } from "../observe/counts.ts";
import { getWork, runFor, type Work } from "../observe/current-work.ts";
import type { Log } from "../observe/log.ts";
import { isTracing, reportSpan, type Span } from "../observe/tracing.ts";

/** So long, in milliseconds, a statement takes that is written into the log. */
export const SLOW_MS = 500;

const LONGEST_TEXT = 400;

const statements = defineCount({
  name: "shop_statements_total",
  help: "Statements of SQL that were answered.",
});
const seconds = defineSum({
  name: "shop_statement_seconds_total",
  help: "How long they took together, from the call to the answer.",
});
const slow = defineCount({
  name: "shop_slow_statements_total",
  help: `Statements that took ${SLOW_MS} ms or longer; the log has each of them.`,
});
const failed = defineCount({
  name: "shop_failed_statements_total",
  help: "Statements that the database refused, those among them that the shop expects.",
});

/** One statement on its way. */
export interface SentStatement {
  text: string;
  /** As PostgreSQL's own log names it; undefined for one that has no name. */
  name: string | undefined;
  began: number;
  work: Work | undefined;
}

export const noteSent = (text: string, name: string | undefined): SentStatement => ({
  text,
  name,
  began: performance.now(),
  work: getWork(),
});

/**
 * Counts an answered statement, and writes down a slow one with what finds it again in PostgreSQL's own log: the backend's
 * process, the statement's name, and the request. The request's id itself is in no statement that has a name: every other
 * text would be planned anew (docs/decisions/031).
 */
export function noteAnswer(client: pg.PoolClient, log: Log, sent: SentStatement, cause?: unknown): void {
  const ms = performance.now() - sent.began;
  statements.add();
  seconds.add(ms / 1000);
  const { processID: backend } = client as unknown as { processID: number };
  if (cause) {
    failed.add();
    if (cause instanceof Error) Object.assign(cause, { backend, statement: sent.name });
  }
  if (isTracing()) reportSpan(describeSpan(sent), sent.work, sent.began, cause);
  if (ms < SLOW_MS) return;
  slow.add();
  // An answer is heard on behalf of who opened the connection.
  runFor(sent.work, () => {
    const { name: statement, text, work } = sent;
    const sql = shorten(text);
    log.warn({ ms: Math.round(ms), backend, statement, action: work?.name, sql }, "slow statement");
  });
}

const shorten = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_TEXT);

/** What it was given stands nowhere in its text. */
function describeSpan({ text, name }: SentStatement): Span {
  const sql = shorten(text);
  return {
    name: `SQL ${/^\w+/.exec(sql)?.[0].toLowerCase() ?? ""}`,
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.text": sql, "db.statement.name": name },
  };
}
