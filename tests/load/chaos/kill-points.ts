import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { waitUntil } from "./moment.ts";
import type { Round } from "./kill.ts";

/** A moment that can be seen from outside: the shop itself knows nothing of being watched. */
export interface Point {
  name: string;
  /** Resolves when the moment is there. */
  come(round: Round): Promise<void>;
  /** Only where locks can be held from outside. */
  onServerOnly?: true;
}

/** The short form plays the first two. */
export const points: readonly Point[] = [
  {
    name: "while orders hold stock and have not committed",
    onServerOnly: true,
    come: (round) => holdLock(round, "lock table payment in share row exclusive mode", 3),
  },
  {
    name: "as the tenth order is acknowledged",
    come: ({ seen }) => waitUntil("ten orders are acknowledged", () => seen.acknowledged >= 10),
  },
  {
    name: "at a random moment",
    come: ({ seen }) => {
      const share = Math.random() * seen.checkouts.length;
      const ended = () => seen.checkouts.filter((each) => each.orderId ?? each.refusal);
      return waitUntil("so many checkouts have ended", () => ended().length >= share);
    },
  },
  {
    name: "as a first card is charged",
    come: ({ seen }) => waitUntil("a card is charged", () => seen.charged >= 1),
  },
  {
    name: "as a first payment window opens",
    come: ({ seen }) => waitUntil("a payment window opens", () => seen.windows >= 1),
  },
  {
    name: "while a sale waits for its invoice number",
    onServerOnly: true,
    come: (round) => holdLock(round, "lock table invoice_series in exclusive mode", 1),
  },
  {
    name: "while the webhooks of charged cards come in",
    come: async ({ seen }) => {
      await waitUntil("ten cards are charged", () => seen.charged >= 10);
      await sleep(30);
    },
  },
  {
    name: "while it says goodbye",
    come: async ({ shop, seen }) => {
      await waitUntil("some orders are acknowledged", () => seen.acknowledged >= 5);
      void shop.end("SIGTERM");
      await sleep(50);
    },
  },
];

/** Takes a lock that the shop's transactions have to wait for, until so many of them wait; the kill comes then. */
async function holdLock({ databaseUrl, after }: Round, lock: string, waiting: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl ?? "" });
  await client.connect();
  after(() => client.end());
  await client.query("begin");
  await client.query(lock);
  const areWaiting = async () => {
    await client.query("select pg_stat_clear_snapshot()"); // within a transaction the view stands still
    const { rows } = await client.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return (rows[0]?.waiting ?? 0) >= waiting;
  };
  await waitUntil(`${waiting} wait for the lock`, areWaiting, 5);
}
