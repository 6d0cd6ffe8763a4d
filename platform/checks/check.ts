import type pg from "pg";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import type { Finding } from "./finding.ts";

/**
 * A check of one subject, declared once: `check` runs it in the open shop, and before the shop opens. What it
 * needs decides which of them can: only the open shop has a "shop", and `--offline` leaves out "outside".
 */
export type Check = { [Need in keyof Given]: CheckOf<Need> }[keyof Given];

interface CheckOf<Need extends keyof Given> {
  /** The subject; several checks may share one, and they are shown as one before the shop opens. */
  name: string;
  needs: Need;
  /** Run before the shop opens only. */
  beforeOpening?: true;
  /** `note` takes one line about what was seen, which is shown before the shop opens when nothing is found. */
  check(value: Given[Need], note: Note): Promise<readonly Finding[]>;
}

export type Note = (seen: string) => void;

/** The arguments of a check, by name. Each check declares those it needs. */
export interface Given {
  settings: Pick<Context, "config" | "now">;
  /** The folders and files that the settings name. */
  machine: Pick<Context, "config" | "now">;
  /** Uses an external service: the mail server, the payment provider, the proxy. */
  outside: Pick<Context, "config" | "now">;
  /** A reachable database, which may have no tables yet. */
  database: Pick<Context, "config" | "now" | "engine"> & {
    db: Pick<Db, "execute"> & { $client: Pick<pg.ClientBase, "query"> };
  };
  /** The open shop. */
  shop: Context;
}
