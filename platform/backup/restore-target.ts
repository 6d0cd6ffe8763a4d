import pg from "pg";

/** Where a shop stores its data, while that shop is closed. */
export interface RestoreTarget {
  /** As the owner knows it. */
  name: string;
  /** Whether there is something that a restored backup would take the place of. */
  taken: boolean;
  /**
   * Has `work` fill a new database beside the old one, then puts it in the old one's place and returns the old one's new
   * name; null when there was none. When `work` fails nothing has changed.
   */
  replace(work: (pool: pg.Pool) => Promise<void>): Promise<string | null>;
  /** Gives the place back to the shop. */
  leave(): Promise<void>;
}

export const CLOSE_FIRST =
  "The shop is open, and what it writes from now on would be lost. Close it first, then restore.";
