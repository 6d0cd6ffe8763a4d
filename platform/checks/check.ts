import type pg from "pg";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import type { Finding } from "./finding.ts";

/** A check of one subject. `needs` names the input of the check, which also determines when the check runs. */
export type Check = { [Need in keyof CheckInput]: CheckOf<Need> }[keyof CheckInput];

interface CheckOf<Need extends keyof CheckInput> {
  /** The subject, by which the start-up check groups its results. */
  name: string;
  needs: Need;
  beforeOpening?: true;
  /** Returns the problems. `note` sets the line that the start-up check shows if nothing is wrong. */
  check(value: CheckInput[Need], note: Note): Promise<readonly Finding[]>;
}

export type Note = (note: string) => void;

export interface CheckInput {
  settings: Pick<Context, "config" | "now">;
  /** Checks of the folders and files that are named in the settings. */
  machine: Pick<Context, "config" | "now">;
  /** Checks that use an external service, such as the mail server, the payment provider or the proxy. */
  outside: Pick<Context, "config" | "now">;
  /** Checks of a reachable database, which may not have tables yet. */
  database: Pick<Context, "config" | "now" | "engine"> & {
    db: Pick<Db, "execute"> & { $client: Pick<pg.ClientBase, "query"> };
  };
  shop: Context;
}
