import pg from "pg";
import { getConnection, writeTogether } from "./client-connection.ts";
import { runFor, type TimeBudget } from "../observe/current-work.ts";
import type { Log } from "../observe/log.ts";
import { mayTakeLong } from "./lock-briefly.ts";
import { nameStatements, type StatementNames } from "./named-statements.ts";
import {
  getTimeBudget,
  isTimeSpent,
  ANSWER_TURNS,
  createQueryWatchdog,
  type QueryWatchdog,
  TURN_MS,
} from "./query-watchdog.ts";
import { setTimeout as pause } from "node:timers/promises";

/*
 * The states of a pool:
 *
 * - Normal: the server answers.
 * - Suspected: a query has no answer for 4 s. All connections that are open then are replaced, and a new connection
 *   probes the server. If the server answers, even with an error, the pool is normal again.
 * - Refusing: the probe has no answer. Requests for a connection are refused at once, and the probe is repeated
 *   500 ms after each failure until the server answers.
 *
 * In every state, a waiting request for a connection is refused if no query was answered for 4 s. A connection that
 * was idle for a second is probed before it is returned.
 */

const KEEP_ALIVE_MS = 10_000;

interface ServerPoolsOptions {
  max: number;
  /** The URL of PgBouncer for `pool`, if it is used. Transaction pooling prevents the use of named statements. */
  poolerUrl: string | undefined;
}

export function openServerPools(url: string, { max, poolerUrl }: ServerPoolsOptions, log: Log) {
  const isPooled = poolerUrl !== undefined;
  const settings: pg.PoolConfig = {
    ...(isPooled
      ? { connectionString: poolerUrl, Client: WritingClient }
      : { connectionString: url, Client: PrimaryClient, ...limits }),
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    pipeline: true, // Statements that are sent together need only one round trip.
  };
  const pool = createServerPool(log, settings, { hasNames: !isPooled });
  const slowPool = createServerPool(log, { connectionString: url, Client: PrimaryClient, ...longLimits });
  const guard = guardPool(pool, poolerUrl ?? url, log);
  sendLongWorkTo(pool, slowPool);
  return {
    pool,
    slowPool,
    async close(): Promise<void> {
      await Promise.all([pool.end(), slowPool.end()]);
      guard.stop(); // Stopped last, because the guard closes dead connections.
    },
  };
}

/** Takes connections for slow work from `slowPool`, which has longer timeouts. So `pool` stays free for customers. */
function sendLongWorkTo(pool: pg.Pool, slowPool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => unknown;
  const slowly = slowPool.connect.bind(slowPool) as typeof connect;
  pool.connect = ((...callback: unknown[]) =>
    (mayTakeLong() ? slowly : connect)(...callback)) as typeof pool.connect;
}

function createServerPool(log: Log, settings: pg.PoolConfig, { hasNames = true } = {}): pg.Pool {
  const names: StatementNames | null = hasNames ? new Map() : null;
  const pool = new pg.Pool({
    application_name: "taruva",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...settings,
  });
  pool.on("error", (err) => runFor(undefined, () => log.warn({ err }, "idle database connection lost")));
  // The error listener keeps the process running if a connection is lost while it is in use.
  pool.on("connect", (client) => {
    client.on("error", (err) => runFor(undefined, () => log.warn({ err }, "database connection lost")));
    nameStatements(client, log, names);
    writeTogether(client);
  });
  return pool;
}

/** Limits how long callers wait if the network has dropped connections: see the states at the top of this file. */
function guardPool(pool: pg.Pool, url: string, log: Log): { stop(): void } {
  const waitingCalls = createWaitingCalls();
  const probe = createServerProbe(url, log, () => waitingCalls.refuse());
  let turnsWithoutAnswer = 0;
  const onAnswer = () => {
    turnsWithoutAnswer = 0;
  };
  const suspect = () => {
    connections.distrust();
    probe.begin();
  };
  const watch = createQueryWatchdog({
    answered: onAnswer,
    unanswered: suspect,
    waiting: waitingCalls.budgets,
    turn() {
      waitingCalls.refuse(isTimeSpent);
      turnsWithoutAnswer = waitingCalls.count() > 0 ? turnsWithoutAnswer + 1 : 0;
      if (turnsWithoutAnswer <= ANSWER_TURNS) return;
      waitingCalls.refuse();
      suspect();
    },
  });
  const connections = createHealthyConnections(pool, watch, onAnswer);
  pool.connect = withCallback(async () => {
    const budget = getTimeBudget();
    if (probe.isSilent() || isTimeSpent(budget)) throw new DatabaseSilent();
    return waitingCalls.until(connections.take(), budget);
  });
  return {
    stop() {
      probe.stop();
      watch.stop();
    },
  };
}

function withCallback(connect: () => Promise<pg.PoolClient>): pg.Pool["connect"] {
  const guarded = (callback?: ConnectCallback) => {
    const client = connect();
    if (!callback) return client;
    client.then(
      (value) => callback(undefined, value, value.release),
      (cause: Error) => callback(cause, undefined, () => {}),
    );
    return undefined;
  };
  return guarded as pg.Pool["connect"];
}

type ConnectCallback = (
  cause: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

const RESTED_MS = 1_000;

function createHealthyConnections(pool: pg.Pool, watch: QueryWatchdog, onConnect: () => void) {
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
    const restingSince = restsSince.get(client);
    return (
      restingSince === undefined || performance.now() - restingSince < RESTED_MS || watch.isAlive(client)
    );
  };
  return {
    async take() {
      for (;;) {
        const client = await connect();
        if (await isSound(client)) return client;
        client.release(true);
      }
    },
    /** Marks all current connections as unusable, so that `take` replaces them. */
    distrust() {
      generation++;
    },
  };
}

const PROBE_TURNS = 8;
const PROBE_AGAIN_MS = 500;

function createServerProbe(url: string, log: Log, onSilence: () => void) {
  const stopping = new AbortController();
  let isSilent = false;
  let isProbing = false;

  const probe = async () => {
    isProbing = true;
    while (!stopping.signal.aborted && !(await isAnswering(url))) {
      if (!isSilent) log.error("the database server is not responding; calls are refused until it responds");
      isSilent = true;
      onSilence();
      await pause(PROBE_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (isSilent) log.warn("the database server answers again");
    isSilent = false;
    isProbing = false;
  };
  return {
    isSilent: () => isSilent,
    begin() {
      if (!isProbing) void probe();
    },
    stop: () => stopping.abort(),
  };
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const connectAndQuery = async () => {
    await client.connect();
    await client.query("select 1");
  };
  const probed = connectAndQuery().then(
    () => true,
    () => true,
  );
  const timeOut = async () => {
    for (let turn = 0; turn < PROBE_TURNS; turn++) await pause(TURN_MS);
    return false;
  };
  try {
    return await Promise.race([probed, timeOut()]);
  } finally {
    void client.end().catch(() => {});
  }
}

/** Thrown to a caller that waits for a connection, if the server is silent or the call's time budget is used up. */
class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server is not responding.");
  }
}

function createWaitingCalls() {
  const refusals = new Map<(cause: Error) => void, TimeBudget | undefined>();
  return {
    count: () => refusals.size,
    budgets: () => refusals.values(),
    /** Waits for a connection. A connection that opens after `refuse` is released at once. @throws DatabaseSilent */
    until: (coming: Promise<pg.PoolClient>, budget: TimeBudget | undefined): Promise<pg.PoolClient> =>
      new Promise((resolve, reject) => {
        refusals.set(reject, budget);
        coming.then(
          (client) => (refusals.delete(reject) ? resolve(client) : client.release()),
          (cause: Error) => {
            if (refusals.delete(reject)) reject(cause);
          },
        );
      }),
    refuse(isRefused: (budget?: TimeBudget) => boolean = () => true) {
      for (const [refuse, budget] of refusals) {
        if (!isRefused(budget)) continue;
        refusals.delete(refuse);
        refuse(new DatabaseSilent());
      }
    },
  };
}

/** The maximum wait for a connection. `guardPool` gives up earlier if the server is silent. */
const CONNECTION_MS = 8_000;
const STATEMENT_MS = 3_500;
const LOCK_MS = 3_000;
/** PostgreSQL ends a transaction that is idle for this time, because its client may be lost. */
const IDLE_TRANSACTION_MS = 8_000;
/** PostgreSQL closes idle connections after this time. The pool closes them much earlier. */
const IDLE_SESSION_MS = 60_000;

const LONG_STATEMENT_MS = 5 * 60_000;
const LONG_IDLE_TRANSACTION_MS = 60_000;
const LONG_CONNECTION_MS = 30_000;
const LONG_CONNECTIONS = 4;

const limits = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
};

const longLimits = {
  max: LONG_CONNECTIONS,
  connectionTimeoutMillis: LONG_CONNECTION_MS,
  statement_timeout: LONG_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONG_IDLE_TRANSACTION_MS,
};

const CANNOT_CONNECT_NOW = "57P03";
const READ_ONLY = "25006";

/** Closes the connection if the server refuses a write, because the server is then probably a replica. */
class WritingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const connection = getConnection(this);
    connection.on("errorMessage", ({ code }: { code: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}

/** Rejects a connection to a replica. During a failover, the address may lead to a replica (docs/owners/scale.md). */
class PrimaryClient extends WritingClient {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const connection = getConnection(this);
    connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName !== "in_hot_standby" || parameterValue !== "on") return;
      connection.emit("error", Object.assign(new Error("it is a replica"), { code: CANNOT_CONNECT_NOW }));
      connection.stream.destroy();
    });
  }
}
