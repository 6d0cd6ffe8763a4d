import type { Duplex } from "node:stream";
import type pg from "pg";

interface Connection extends NodeJS.EventEmitter {
  stream: Duplex;
}

export const getConnection = (client: pg.ClientBase): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** Makes pending queries fail at once. The client's `end` would wait for them. */
export function dropConnection(client: pg.PoolClient): void {
  getConnection(client).stream.destroy();
}

/** Sends all statements of an event loop tick in one system call. Each call costs more than a short statement. */
export function writeTogether(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = getConnection(client);
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
