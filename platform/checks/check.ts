import type pg from "pg";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import type { Finding } from "./finding.ts";

/**
 * A check of one subject. The `check` command runs it in the open shop; it also runs before the shop opens. `needs`
 * decides when it can run: only an open shop has a "shop", and `--offline` omits "outside".
 */
export type Check = { [Need in keyof Given]: CheckOf<Need> }[keyof Given];

interface CheckOf<Need extends keyof Given> {
  /** The subject. Before the shop opens, checks with the same name are shown as one. */
  name: string;
  needs: Need;
  /** True for a check that only runs before the shop opens. */
  beforeOpening?: true;
  /**
   * Returns the problems found. `note` takes one line about the result, which is shown before the shop opens if there
   * are no findings.
   */
  check(value: Given[Need], note: Note): Promise<readonly Finding[]>;
}

export type Note = (note: string) => void;

/** The possible arguments of a check. In `needs`, each check names the one that it takes. */
export interface Given {
  settings: Pick<Context, "config" | "now">;
  /** The folders and files that the settings name. */
  machine: Pick<Context, "config" | "now">;
  /** For checks that use an external service: the mail server, the payment provider, the proxy. */
  outside: Pick<Context, "config" | "now">;
  /** A reachable database, which may have no tables yet. */
  database: Pick<Context, "config" | "now" | "engine"> & {
    db: Pick<Db, "execute"> & { $client: Pick<pg.ClientBase, "query"> };
  };
  shop: Context;
}
