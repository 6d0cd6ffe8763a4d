import pg from "pg";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { checkOutAll, planCheckouts, type Seen } from "./checkout.ts";
import { runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import {
  connectSocket,
  countConnections,
  measureShutdowns,
  TIMEOUT_MS,
  waitForEvent,
} from "./link-connections.ts";

const TIMES = 10;

const BACK_WITHIN_MS = 1_000;

const HEARD_WITHIN_MS = 1_000;

const BUYERS_EACH = 20;

export const link: Scenario = {
  name: "link",
  summary: "LISTEN is ended again and again between two processes, during checkouts",
  threat: "T30",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    let databaseUrl = "";
    const crowdOptions = {
      rounds: TIMES,
      buyers: BUYERS_EACH,
      databaseVia: (url: string) => (databaseUrl = url),
    };
    return runInShop(run, crowdOptions, async ({ shop, catalogueDir, listBuyers, rareIn }) => {
      const other = await prepareShop("server", { CATALOGUE_DIR: catalogueDir }, { databaseUrl });
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const figures: Figure[] = [];
      await other.shop.open();
      const before = await countConnections(client);
      for (let round = 0; round < TIMES; round++) {
        const seen = planCheckouts(listBuyers(round), rareIn(round));
        figures.push(...(await playRound(run, { shop, other: other.shop, client }, round, seen)));
      }
      const after = await countConnections(client);
      figures.push({ what: "listening connections more than before", value: after - before, atMost: 0 });
      figures.push(...(await measureShutdowns([shop, other.shop])));
      await client.end();
      await other.close().catch(() => {});
      return figures;
    });
  },
};

/** A customer listens at one process, and buys and is logged out at the other, after the line between them was cut. */
async function playRound(
  run: ScenarioRun,
  { shop, other, client }: { shop: Shop; other: Shop; client: pg.Client },
  round: number,
  seen: Seen,
): Promise<Figure[]> {
  const giveUp = AbortSignal.timeout(60_000);
  const [first, ...others] = seen.checkouts;
  if (!first) return [];
  const socket = await connectSocket(other.url, first.member);
  try {
    const traffic = checkOutAll(shop.url, { ...seen, checkouts: others }, giveUp);
    const again = waitForEvent(socket, "connect");
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ~* '^\\s*listen'`,
    );
    const backAfter = await again;
    const heard = waitForEvent(socket, ORDER_UPDATED);
    await checkOutAll(shop.url, { ...seen, checkouts: [first] }, giveUp);
    const heardAfter = await heard;
    await traffic;
    const ended = waitForEvent(socket, "disconnect");
    await shop.operator("customers", "end-sessions", first.member.email, "--yes");
    const endedAfter = await ended;
    run.say(
      `${round + 1}: ${rowCount} lines cut; the page is back after ${Math.round(backAfter)} ms, an order is heard after ${Math.round(heardAfter)} ms, a logout after ${Math.round(endedAfter)} ms`,
    );
    return [
      { what: "lines cut", value: rowCount ?? 0, atLeast: 1 },
      toTimeFigure("the page is connected again, to fetch what it missed", backAfter, BACK_WITHIN_MS),
      toTimeFigure("an order at the other process is heard", heardAfter, HEARD_WITHIN_MS),
      { what: "remote logouts not heard", value: endedAfter >= TIMEOUT_MS ? 1 : 0, atMost: 0 },
      ...(await readLedger(shop, { ...seen, checkouts: others })),
    ];
  } finally {
    socket.close();
  }
}
