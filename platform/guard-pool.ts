import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { currentPatience, isSpent, type Patience } from "./call-patience.ts";
import type { Log } from "./log.ts";
import { ANSWER_TURNS, TURN_MS, watchAnswers } from "./watch-answers.ts";

/** Nothing comes back from the server, and nothing says why: neither a refusal nor the end of a connection. */
class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server does not answer.");
  }
}

const PROBE_TURNS = 8;
const PROBE_AGAIN_MS = 500;
/** A connection at rest for longer is asked for a sign of life before it is given out. */
const RESTED_MS = 1_000;

/**
 * Lets no one wait on connections that the network swallowed. A query without an answer for four seconds takes its
 * connection along; then every connection made before is replaced, and the server is probed. While the probe stays
 * unanswered too, a request for a connection is refused at once. So is who waits for one while no one at all has been
 * answered for four seconds; a long queue that moves is no silence. Anyone who asks on behalf of a call that has waited long
 * enough in all is refused too (`limitPatience`).
 */
export function guardPool(pool: pg.Pool, url: string, log: Log): { stop(): void } {
  const madeIn = new WeakMap<pg.PoolClient, number>();
  const restsSince = new WeakMap<pg.PoolClient, number>();
  const waiting = new Map<(cause: Error) => void, Patience | undefined>();
  const stopping = new AbortController();
  let generation = 0;
  let isSilent = false;
  let isProbing = false;
  let turnsWithoutAnswer = 0;

  const suspect = () => {
    generation++;
    if (!isProbing) void probe();
  };
  const probe = async () => {
    isProbing = true;
    while (!stopping.signal.aborted && !(await answers(url))) {
      if (!isSilent) log.error("the database server does not answer; calls are refused until it does");
      isSilent = true;
      refuseWaiting();
      await pause(PROBE_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (isSilent) log.warn("the database server answers again");
    isSilent = false;
    isProbing = false;
  };
  const refuseWaiting = (isRefused: (patience?: Patience) => boolean = () => true) => {
    for (const [refuse, patience] of waiting) {
      if (!isRefused(patience)) continue;
      waiting.delete(refuse);
      refuse(new DatabaseSilent());
    }
  };
  const heard = () => {
    turnsWithoutAnswer = 0;
  };
  const watch = watchAnswers({
    answered: heard,
    unanswered: suspect,
    waiting: () => waiting.values(),
    turn() {
      refuseWaiting(isSpent);
      turnsWithoutAnswer = waiting.size > 0 ? turnsWithoutAnswer + 1 : 0;
      if (turnsWithoutAnswer <= ANSWER_TURNS) return;
      refuseWaiting();
      suspect();
    },
  });
  pool.on("connect", (client) => {
    heard();
    madeIn.set(client, generation);
    watch.over(client);
  });
  pool.on("release", (_cause, client) => restsSince.set(client, performance.now()));

  const isSound = async (client: pg.PoolClient) => {
    if (madeIn.get(client) !== generation) return false;
    const since = restsSince.get(client);
    return since === undefined || performance.now() - since < RESTED_MS || watch.isAlive(client);
  };
  const connect = pool.connect.bind(pool);
  const soundOne = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect();
      if (await isSound(client)) return client;
      client.release(true);
    }
  };
  const giveOut = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      const patience = currentPatience();
      if (isSilent || isSpent(patience)) return reject(new DatabaseSilent());
      waiting.set(reject, patience);
      soundOne().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (cause: Error) => {
          if (waiting.delete(reject)) reject(cause);
        },
      );
    });
  const guarded = (callback?: ConnectCallback) => {
    const client = giveOut();
    if (!callback) return client;
    client.then(
      (given) => callback(undefined, given, given.release),
      (cause: Error) => callback(cause, undefined, () => {}),
    );
    return undefined;
  };
  pool.connect = guarded as typeof pool.connect;
  return {
    stop() {
      stopping.abort();
      watch.stop();
    },
  };
}

type ConnectCallback = (
  cause: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** Whether a connection made just now works. A refusal is an answer too. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const answer = async () => {
    await client.connect();
    await client.query("select 1");
  };
  const said = answer().then(
    () => true,
    () => true,
  );
  const late = async () => {
    for (let turn = 0; turn < PROBE_TURNS; turn++) await pause(TURN_MS);
    return false;
  };
  try {
    return await Promise.race([said, late()]);
  } finally {
    void client.end().catch(() => {});
  }
}
