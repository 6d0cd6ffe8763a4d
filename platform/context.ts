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

export interface Context {
  config: Config;
  log: Log;
  db: Db;
  engine: Engine;
  /** Runs a callback that reads from a consistent snapshot. */
  atOneMoment: RunInSnapshot;
  now(): Date;
  /** Runs the callback in a transaction and retries it on conflicts. Its events are delivered after the commit. */
  transact<T>(callback: (tx: Tx) => Promise<T>): Promise<T>;
  outbox: { publish: Publish };
  /** True during a dry run. Its transaction is rolled back, so the code must not change any state in memory. */
  isRehearsal?: true;
  service<Service>(key: ServiceKey<Service>): Service;
}

/** The event is published when the transaction commits. @throws ValiError for an invalid payload */
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

interface ServiceKey<Service> {
  readonly name: string;
  create(context: Context): Service;
}

export const defineService = <Service>(
  name: string,
  create: (context: Context) => Service,
): ServiceKey<Service> => ({ name, create });

/** Defines a variable that has its own value in each context. The value is `initial` until `set` is called. */
export function defineState<Value>(name: string, initial: Value) {
  const key = defineService(name, () => ({ value: initial }));
  return {
    get: (context: Pick<Context, "service">): Value => context.service(key).value,
    set: (context: Pick<Context, "service">, value: Value): void => {
      context.service(key).value = value;
    },
  };
}

export function createServices(): <Service>(key: ServiceKey<Service>, context: Context) => Service {
  const services = new Map<ServiceKey<unknown>, unknown>();
  return <Service>(key: ServiceKey<Service>, context: Context): Service => {
    if (!services.has(key)) services.set(key, key.create(context));
    return services.get(key) as Service;
  };
}
