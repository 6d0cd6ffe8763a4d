import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { checkOutAll, planCheckouts } from "../checkout.ts";
import { type CrowdedShop, type Member, runInCrowdedShop } from "../crowded-shop.ts";
import { readLedger } from "../ledger.ts";
import { connectSocket, waitForEvent, waitUntil } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { type Cluster, FAR_ADDRESS, openCluster } from "./cluster.ts";
import { type Customers, findLostCarts, letCustomersIn } from "./customers.ts";

const MEMBERS = 4_000;
const ORDERS_BEFORE = 40;
const HEARD_WITHIN_MS = 1_000;

/** The stage of a scenario: two shops, customers in both, three nodes. */
export interface Stage {
  cluster: Cluster;
  /** The shop on the machine of the cluster; `far` is on one that can be cut off. */
  near: Shop;
  far: Shop;
  customers: Customers;
  /** Reports how far it has come. */
  say(line: string): void;
}

interface Plot extends Pick<Scenario, "name" | "summary"> {
  play(stage: Stage): Promise<Figure[]>;
}

let cluster: Promise<Cluster> | undefined;

/** `play` happens while 50 customers order; afterwards every promise that was made to them is looked at. */
export const defineScenario = ({ name, summary, play }: Plot): Scenario => ({
  name,
  summary,
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    cluster ??= openCluster();
    const opened = await cluster;
    process.env["TEST_POSTGRES_URL"] = opened.url;
    let databaseUrl = "";
    const options = { buyers: MEMBERS, databaseVia: (url: string) => (databaseUrl = url) };
    return runInCrowdedShop(run, options, (crowded) =>
      playInBoth(run, opened, { ...crowded, databaseUrl }, play),
    );
  },
});

async function playInBoth(
  run: ScenarioRun,
  cluster: Cluster,
  { shop: near, catalogueDir, listBuyers, rareIn, databaseUrl }: CrowdedShop & { databaseUrl: string },
  play: Plot["play"],
): Promise<Figure[]> {
  const { enter: launcher } = cluster.far;
  const settings = { CATALOGUE_DIR: catalogueDir };
  const { shop: far, close } = await prepareShop("server", settings, {
    databaseUrl,
    launcher,
    host: FAR_ADDRESS,
  });
  try {
    await cluster.startFarProxy(far.url);
    await far.open();
    const shops = [near, far];
    const pids = shops.map((shop) => shop.pid());
    const [watcher, buyer, ...members] = listBuyers(0);
    if (!watcher || !buyer) throw new Error("There are no customers.");
    const customers = letCustomersIn(
      shops.map(({ url }) => url),
      members,
      rareIn(0),
    );
    const { seen } = customers;
    await waitUntil("some orders are acknowledged", () => seen.acknowledged >= ORDERS_BEFORE, 10);
    const figures = await play({ cluster, near, far, customers, say: run.say });
    await customers.stop();
    run.say(
      `${seen.acknowledged} orders acknowledged; ${[...seen.statuses].map(([status, times]) => `${status} × ${times}`).join(", ")}`,
    );
    return [
      ...figures,
      toNoneFigure("configuration files that Patroni refuses", cluster.configErrors),
      await measureLink(near, far, watcher),
      toNoneFigure(
        "shops that were restarted",
        shops.filter((shop, index) => shop.pid() !== pids[index]).map(({ url }) => url),
      ),
      { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
      await near.withDatabase((db) => findLostCarts(db, customers.carts)),
      ...(await readLedger(near, seen)),
    ];
  } finally {
    await close();
  }
}

/** An order placed at one process is heard by its customer's page at the other. */
async function measureLink(near: Shop, far: Shop, member: Member): Promise<Figure> {
  const socket = await connectSocket(far.url, member);
  try {
    const heard = waitForEvent(socket, ORDER_UPDATED);
    await checkOutAll(near.url, planCheckouts([member], "everyday-bowl"), AbortSignal.timeout(60_000));
    return toTimeFigure("an order at one process is heard at the other", await heard, HEARD_WITHIN_MS);
  } finally {
    socket.close();
  }
}
