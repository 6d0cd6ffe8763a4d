import type pg from "pg";
import type { QueryWatchdog } from "./query-watchdog.ts";

/** A connection at rest for longer gets a health check before it is given out. */
const RESTED_MS = 1_000;

/** Connections of a pool that still work, as far as one can know. */
interface SoundConnections {
  /** One that works; those that do not are closed. @throws what the pool throws */
  take(): Promise<pg.PoolClient>;
  /** Trusts no connection any more that there is now. */
  distrust(): void;
}

/** `onConnect` is called for each new connection. */
export function createHealthyConnections(
  pool: pg.Pool,
  watch: QueryWatchdog,
  onConnect: () => void,
): SoundConnections {
  const madeIn = new WeakMap<pg.PoolClient, number>();
  const restsSince = new WeakMap<pg.PoolClient, number>();
  const connect = pool.connect.bind(pool);
  let generation = 0;

  pool.on("connect", (client) => {
    onConnect();
    madeIn.set(client, generation);
    watch.over(client);
  });
  pool.on("release", (_cause, client) => restsSince.set(client, performance.now()));

  const isSound = async (client: pg.PoolClient) => {
    if (madeIn.get(client) !== generation) return false;
    const since = restsSince.get(client);
    return since === undefined || performance.now() - since < RESTED_MS || watch.isAlive(client);
  };
  return {
    async take() {
      for (;;) {
        const client = await connect();
        if (await isSound(client)) return client;
        client.release(true);
      }
    },
    distrust() {
      generation++;
    },
  };
}
