import type { Event } from "#contract/event.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import {
  type RunInSnapshot,
  transact,
  type Database,
  type Db,
  type Engine,
  type Tx,
} from "./database/database.ts";
import type { Log } from "./observe/log.ts";

/** The first argument of every function of a feature: the shop's settings, its database and the time. */
export interface Context {
  config: Config;
  log: Log;
  db: Db;
  engine: Engine;
  /** Runs a callback that reads from a consistent snapshot while the shop continues to write. */
  atOneMoment: RunInSnapshot;
  now(): Date;
  /** Runs one transaction, retried on conflicts. Its events are delivered after the commit. */
  transact<T>(callback: (tx: Tx) => Promise<T>): Promise<T>;
  outbox: { publish: Publish };
  /** True during a dry run (`--dry-run`): the transaction is rolled back, so nothing may be kept in memory. */
  isRehearsal?: true;
  /** Returns the in-memory state of a feature for this shop. */
  service<Service>(key: ServiceKey<Service>): Service;
}

/** Publishes an event to other features when this transaction commits. @throws ValiError for an invalid payload */
export type Publish = <Payload>(tx: Tx, event: Event<Payload>, payload: Payload) => Promise<void>;

interface Parts {
  config: Config;
  log: Log;
  database: Pick<Database, "db" | "engine" | "atOneMoment">;
  now: Clock;
  outbox: { publish: Publish; committed(tx: Tx): void };
}

export function createContext({ config, log, database, now, outbox }: Parts): Context {
  const { db, engine, atOneMoment } = database;
  const services = createServices();
  const context: Context = {
    config,
    log,
    db,
    engine,
    atOneMoment,
    now,
    outbox,
    async transact(callback) {
      let last: Tx | undefined;
      const result = await transact(db, (tx) => {
        last = tx;
        return callback(tx);
      });
      if (last) outbox.committed(last);
      return result;
    },
    service: (key) => services(key, context),
  };
  return context;
}

/** A feature's service: its in-memory state for one open shop. Declared once, created on first use. */
export interface ServiceKey<Service> {
  readonly name: string;
  create(context: Context): Service;
}

/** Declares a service. `name` is the feature's name. */
export const defineService = <Service>(
  name: string,
  create: (context: Context) => Service,
): ServiceKey<Service> => ({ name, create });

/**
 * Returns a function that creates each service of one shop at its first call, and returns the same instance afterwards.
 */
export function createServices(): <Service>(key: ServiceKey<Service>, context: Context) => Service {
  const services = new Map<ServiceKey<unknown>, unknown>();
  return <Service>(key: ServiceKey<Service>, context: Context): Service => {
    if (!services.has(key)) services.set(key, key.create(context));
    return services.get(key) as Service;
  };
}
