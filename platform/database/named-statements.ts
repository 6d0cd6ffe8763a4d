import pg from "pg";
import { dropConnection } from "./client-connection.ts";
import type { Log } from "../observe/log.ts";
import { isPlain, withComment } from "./sql-comment.ts";
import { noteAnswer, noteSent, type SentStatement } from "./watched-statements.ts";

/** Each is cached by every connection, so a statement that is composed for each use must not get a name. */
const MOST_NAMES = 500;

const names = new Map<string, string>();

/** A server no longer knows the statement, or a table has changed under it: this connection must not go on. */
const STALE = new Set(["26000", "0A000"]);

/**
 * Gives the statements of a connection names, so that the server parses and plans each of them once and not at every
 * use: with a few rows to touch, that is most of its work. Without names they are only watched, and say whose they are.
 */
export function nameStatements(client: pg.PoolClient, log: Log, { hasNames = true } = {}): void {
  const query = client.query.bind(client) as Query;
  const named = (first: unknown, ...others: unknown[]) => {
    const text = getText(first);
    if (text === undefined) return query(first, ...others);
    const name = hasNames && isPlain(first) ? getName(text) : undefined;
    const statement =
      name === undefined ? withComment(first) : createNamed(first as pg.QueryConfig, others, name);
    const sent = noteSent(text, name);
    const callback = others.at(-1);
    if (typeof callback === "function") {
      const heard = (cause: unknown, ...given: unknown[]) => {
        noteAnswer(client, log, sent, cause);
        callback(cause, ...given);
      };
      return query(statement, ...others.slice(0, -1), heard);
    }
    const answer = statement instanceof pg.Query ? waitFor(statement, query) : query(statement, ...others);
    if (answer instanceof Promise) listenTo(answer, client, log, sent);
    return answer;
  };
  client.query = named as typeof client.query;
}

function listenTo(answer: Promise<unknown>, client: pg.PoolClient, log: Log, sent: SentStatement): void {
  answer.then(
    () => noteAnswer(client, log, sent),
    (cause: unknown) => {
      noteAnswer(client, log, sent, cause);
      if (sent.name !== undefined) endIfStale(client, cause);
    },
  );
}

/** Undefined for a cursor and the like. */
const getText = (first: unknown): string | undefined =>
  typeof first === "string" ? first : isPlain(first) ? first.text : undefined;

type Query = (...args: unknown[]) => unknown;

/**
 * `pg` copies a configuration property by property, which was a tenth of an order's processor time; a text and its
 * values, as `defineStatement` sends them, it takes as they are.
 */
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
    // As `pg` does: the stack shall lead to who asked, not to the socket.
    if (cause instanceof Error) Error.captureStackTrace(cause);
    throw cause;
  });

function getName(text: string): string | undefined {
  const known = names.get(text);
  if (
    known !== undefined ||
    names.size >= MOST_NAMES ||
    !/^\s*(select|insert|update|delete|with)\b/i.test(text)
  )
    return known;
  const name = `taruva_${names.size}`;
  names.set(text, name);
  return name;
}

function endIfStale(client: pg.PoolClient, cause: unknown): void {
  if (!(cause instanceof Error) || !STALE.has(String((cause as { code?: unknown }).code))) return;
  // What follows a failed statement in its transaction was never parsed; another use of it is not known then.
  const { getTransactionStatus } = client as unknown as { getTransactionStatus(): string | null };
  if (getTransactionStatus.call(client) !== "E") dropConnection(client);
}
