import pg from "pg";
import { dropConnection } from "./client-connection.ts";

/** Each is cached by every connection, so a statement that is composed for each use must not get a name. */
const MOST_NAMES = 500;

const names = new Map<string, string>();

/** A server no longer knows the statement, or a table has changed under it: this connection must not go on. */
const STALE = new Set(["26000", "0A000"]);

/**
 * Gives the statements of a connection names, so that the server parses and plans each of them once and not at every
 * use: with a few rows to touch, that is most of its work.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const named = (first: unknown, ...others: unknown[]) => {
    const name = isPlain(first) ? getName(first.text) : undefined;
    if (name === undefined) return query(first, ...others);
    const statement = createNamed(first as pg.QueryConfig, others, name);
    if (typeof others.at(-1) === "function") return query(statement, ...others);
    const answer = statement instanceof pg.Query ? waitFor(statement, query) : query(statement, ...others);
    if (answer instanceof Promise) answer.catch((cause: unknown) => endIfStale(client, cause));
    return answer;
  };
  client.query = named as typeof client.query;
}

type Query = (...args: unknown[]) => unknown;

/** A query as Drizzle sends it; what has a name of its own, or is a cursor, is left alone. */
const isPlain = (given: unknown): given is { text: string } =>
  typeof given === "object" &&
  given !== null &&
  Object.getPrototypeOf(given) === Object.prototype &&
  "text" in given &&
  typeof given.text === "string" &&
  !("name" in given && given.name !== undefined);

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
