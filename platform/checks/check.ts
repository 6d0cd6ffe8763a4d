import type pg from "pg";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import type { Finding } from "./finding.ts";

/** A check of the shop's condition. It can run when the input that `needs` names is available. */
export type Check = { [Need in keyof CheckInput]: CheckOf<Need> }[keyof CheckInput];

interface CheckOf<Need extends keyof CheckInput> {
  name: string;
  needs: Need;
  beforeOpening?: true;
  /** Returns the problems found. If it returns an empty list, the start-up check shows the text passed to `note`. */
  check(value: CheckInput[Need], note: Note): Promise<readonly Finding[]>;
}

export type Note = (note: string) => void;

export interface CheckInput {
  settings: Pick<Context, "config" | "now">;
  /** The input for checks of this machine: its memory and user, and the shop's files and folders. */
  machine: Pick<Context, "config" | "now">;
  /** The input for checks that contact a service, such as the mail server, the payment provider or the proxy. */
  outside: Pick<Context, "config" | "now">;
  /** A reachable database, which may not have tables yet. */
  database: Pick<Context, "config" | "now" | "engine"> & {
    db: Pick<Db, "execute"> & { $client: Pick<pg.ClientBase, "query"> };
  };
  shop: Context;
}
