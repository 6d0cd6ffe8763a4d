import type { Duplex } from "node:stream";
import type pg from "pg";

/** Returns the stream between `pg` and the server, which is not part of the public API of `pg`. */
const getStream = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/**
 * Closes a connection at once, so its pending queries fail. The client's `end` waits for all responses, which a silent
 * server never sends.
 */
export function dropConnection(client: pg.PoolClient): void {
  getStream(client).destroy();
}

/**
 * Makes a connection send everything that is written in the same moment with one system call. For short statements, a
 * system call costs more than the statement itself.
 */
export function writeTogether(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const stream = getStream(client);
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  const together = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return query(...args);
  };
  client.query = together as typeof client.query;
}
