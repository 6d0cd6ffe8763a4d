import pg from "pg";
import { dropConnection } from "./client-connection.ts";
import type { Log } from "../observe/log.ts";
import { defineCount, defineSum } from "../observe/counts.ts";
import { getCurrentWork, runFor, type Work } from "../observe/current-work.ts";

/** The maximum number of named statements. It limits the memory, because each connection caches all of them. */
const MAX_NAMES = 500;

export type StatementNames = Map<string, string>;

/** SQLSTATEs that require a new connection: a prepared statement is lost (26000), or its table has changed (0A000). */
const STALE = new Set(["26000", "0A000"]);

/**
 * Measures the client's statements and logs slow ones. Unless `names` is null, also names queries, so that PostgreSQL
 * parses each text only once per connection.
 */
export function nameStatements(client: pg.PoolClient, log: Log, names: StatementNames | null): void {
  const query = client.query.bind(client) as Query;
  const namedQuery = (first: unknown, ...others: unknown[]) => {
    const text = getText(first);
    if (text === undefined) return query(first, ...others);
    const name = names && isPlain(first) ? getName(names, text) : undefined;
    const statement =
      name === undefined ? withComment(first) : createNamed(first as pg.QueryConfig, others, name);
    const sent = noteSent(text, name);
    const callback = others.at(-1);
    if (typeof callback === "function") {
      const onResult = (cause: unknown, ...value: unknown[]) => {
        noteAnswer(client, log, sent, cause);
        callback(cause, ...value);
      };
      return query(statement, ...others.slice(0, -1), onResult);
    }
    const result = statement instanceof pg.Query ? waitFor(statement, query) : query(statement, ...others);
    if (result instanceof Promise) listenTo(result, client, log, sent);
    return result;
  };
  client.query = namedQuery as typeof client.query;
}

function listenTo(result: Promise<unknown>, client: pg.PoolClient, log: Log, sent: SentStatement): void {
  result.then(
    () => noteAnswer(client, log, sent),
    (cause: unknown) => {
      noteAnswer(client, log, sent, cause);
      if (sent.name !== undefined) closeIfStale(client, cause);
    },
  );
}

const getText = (first: unknown): string | undefined =>
  typeof first === "string" ? first : isPlain(first) ? first.text : undefined;

type Query = (...args: unknown[]) => unknown;

/** Returns a `pg.Query` if possible, because `pg` copies a plain configuration object, which is slow. */
function createNamed(config: pg.QueryConfig, [values]: unknown[], name: string): pg.Query | pg.QueryConfig {
  if ("rowMode" in config || "types" in config || Array.isArray(values)) return { ...config, name };
  return Object.assign(new pg.Query(config.text, config.values), { name });
}

const waitFor = (statement: pg.Query, query: Query): Promise<unknown> =>
  new Promise<unknown>((resolve, reject) => {
    query(statement, (cause: Error | undefined, result: unknown) =>
      cause ? reject(cause) : resolve(result),
    );
  }).catch((cause: unknown) => {
    // Like `pg`, make the stack trace show the caller. Otherwise it would only show the socket's event handler.
    if (cause instanceof Error) Error.captureStackTrace(cause);
    throw cause;
  });

function getName(names: StatementNames, text: string): string | undefined {
  const existing = names.get(text);
  if (
    existing !== undefined ||
    names.size >= MAX_NAMES ||
    !/^\s*(select|insert|update|delete|with)\b/i.test(text)
  )
    return existing;
  const name = `taruva_${names.size}`;
  names.set(text, name);
  return name;
}

function closeIfStale(client: pg.PoolClient, cause: unknown): void {
  if (!(cause instanceof Error) || !STALE.has(String((cause as { code?: unknown }).code))) return;
  // In a failed transaction (`E`), a statement is missing because PostgreSQL rejected its PREPARE. This does not mean
  // that the connection is stale.
  const { getTransactionStatus } = client as unknown as { getTransactionStatus(): string | null };
  if (getTransactionStatus.call(client) !== "E") dropConnection(client);
}

const SLOW_MS = 500;

const MAX_TEXT_LENGTH = 400;

const statements = defineCount("shop_statements_total", "SQL statements sent to the database.");
const seconds = defineSum("shop_statement_seconds_total", "Total duration of the SQL statements in seconds.");
const slow = defineCount(
  "shop_slow_statements_total",
  `SQL statements that took ${SLOW_MS} ms or longer; each is also in the log.`,
);
const failed = defineCount(
  "shop_failed_statements_total",
  "SQL statements that the database rejected, including expected errors.",
);

interface SentStatement {
  text: string;
  name: string | undefined;
  began: number;
  work: Work | undefined;
}

const noteSent = (text: string, name: string | undefined): SentStatement => ({
  text,
  name,
  began: performance.now(),
  work: getCurrentWork(),
});

/**
 * Counts and times a finished statement. Adds `backend` and `statement` to an error: they identify the statement in
 * PostgreSQL's log (docs/developers/decisions/031).
 */
function noteAnswer(client: pg.PoolClient, log: Log, sent: SentStatement, cause?: unknown): void {
  const ms = performance.now() - sent.began;
  statements.add();
  seconds.add(ms / 1000);
  const { processID: backend } = client as unknown as { processID: number };
  if (cause) {
    failed.add();
    if (cause instanceof Error) Object.assign(cause, { backend, statement: sent.name });
  }
  if (ms < SLOW_MS) return;
  slow.add();
  // This code runs in the async context in which the connection was opened, so restore the statement's own context.
  runFor(sent.work, () => {
    const { name: statement, text, work } = sent;
    const sql = shorten(text);
    log.warn({ ms: Math.round(ms), backend, statement, action: work?.name, sql }, "slow statement");
  });
}

const shorten = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TEXT_LENGTH);

/** Appends an SQL comment that names the current task. On `begin`, the comment identifies the whole transaction. */
function withComment(first: unknown): unknown {
  const work = first === "begin" || isPlain(first) ? getCurrentWork() : undefined;
  if (!work) return first;
  if (first === "begin") return `begin ${describeInSql(work)}`;
  return { ...(first as pg.QueryConfig), text: `${(first as pg.QueryConfig).text} ${describeInSql(work)}` };
}

const isPlain = (value: unknown): value is { text: string } =>
  typeof value === "object" &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  "text" in value &&
  typeof value.text === "string" &&
  !("name" in value && value.name !== undefined);

const comments = new Map<string, string>();

export function describeInSql({ id, name }: Work): string {
  let action = comments.get(name);
  if (action === undefined) comments.set(name, (action = encodeURIComponent(name).replaceAll("'", "%27")));
  return `/*action='${action}',request_id='${id}'*/`;
}
