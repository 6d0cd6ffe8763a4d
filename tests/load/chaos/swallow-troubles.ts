import { setTimeout as sleep } from "node:timers/promises";
import type { Postgres } from "../../support/postgres.ts";
import type { Proxy } from "./proxy.ts";

/** A call that was answered just within its time, as the visitor's clock sees it on a busy machine. */
export const CLOCK_MS = 500;

const FROZEN_MS = 20_000;

interface Trouble {
  name: string;
  /** Resolves as soon as there is a path that works. */
  make(proxy: Proxy, postgres: Postgres): Promise<void>;
}

export const troubles: readonly Trouble[] = [
  {
    name: "every connection swallowed, new ones work",
    async make(proxy) {
      proxy.turnTo("swallow");
      proxy.turnTo("pass");
    },
  },
  {
    name: "the network swallows all for 20 s",
    async make(proxy) {
      proxy.turnTo("swallow");
      await sleep(FROZEN_MS);
      proxy.turnTo("pass");
    },
  },
  {
    name: "the database is frozen for 20 s",
    async make(proxy) {
      proxy.turnTo("hold");
      await sleep(FROZEN_MS);
      proxy.turnTo("pass");
    },
  },
  {
    name: "all processes of PostgreSQL stand still for 20 s",
    async make(_proxy, postgres) {
      postgres.suspend();
      await sleep(FROZEN_MS);
      postgres.resume();
    },
  },
];
