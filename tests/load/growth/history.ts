import { prepareShop } from "../../support/shop.ts";
import { listOrdersOfUser } from "#shop/orders/endpoints.ts";
import { measureVisits } from "../bench/customers.ts";
import { buildOrderVisit } from "../bench/visit-calls.ts";
import type { Shop } from "../../support/shop.ts";
import type { Scenario } from "../scenario.ts";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { growOrders } from "./grow-orders.ts";
import { type Customer, signIn } from "./sign-in.ts";
import { command, createMeter, type Meter } from "./meter.ts";

/** The embedded engine ends where its own writing takes minutes. */
const STAGES = { server: [1_000, 10_000, 100_000, 1_000_000], embedded: [1_000, 10_000, 100_000] };
const CUSTOMERS = 40;
const ORDERS = 600;

export const history: Scenario = {
  name: "history",
  summary: "a thousand to a million orders: a customer's orders, new ones, the operator's lists",
  engines: ["server", "embedded"],
  inShortForm: false,
  async run(run) {
    const { shop, close } = await prepareShop(run.engine, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" });
    const meter = createMeter(run, shop);
    try {
      await shop.open();
      for (const count of STAGES[run.engine]) {
        const customers = await shop.withDatabase(async (db) => {
          await withLongStatements(() => growOrders(db, count));
          return signIn(db, CUSTOMERS);
        });
        meter.beginStage(`${count} orders`);
        const placed = await measureVisits(run, shop, {
          atOnce: 10,
          count: ORDERS,
          buildVisit: buildOrderVisit,
        });
        meter.note("orders refused", placed.refused.length, "", 0);
        meter.noteTime("an order", placed.shopMs + placed.databaseMs);
        await measureLists(shop, meter, customers);
      }
    } finally {
      await close();
    }
    return meter.figures();
  },
};

async function measureLists(shop: Shop, meter: Meter, customers: readonly Customer[]): Promise<void> {
  const read = async (time: number) => {
    const { id, token } = customers[time % customers.length] ?? { id: "", token: "" };
    const answer = await fetch(shop.url + listOrdersOfUser.path.replace(":userId", id), {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    await answer.arrayBuffer();
  };
  await meter.warmUp(CUSTOMERS, read);
  await meter.measure("a customer's orders", CUSTOMERS * 3, read);
  const list = (what: string, options: Record<string, string> = {}) =>
    meter.measure(`orders list${what}`, 10, () => command(shop, ["orders", "list"], { options }));
  await list("");
  await list(" --status Processing", { status: "Processing" });
  await list(" --status Cancelled", { status: "Cancelled" });
  await list(" --customer", { customer: "meera" });
  await list(" --customer, of none", { customer: "nobody@nowhere" });
  // What the desk's first screens ask for, and a search while it is typed.
  const view = (what: string, options: Record<string, string>) =>
    list(`, desk: ${what}`, { limit: "51", ...options });
  await view("all", {});
  for (const group of ["to-pack", "on-their-way", "to-answer", "unpaid", "delivered"])
    await view(group, { group });
  await view("search for a name", { search: "meera patel" });
  await view("search for a city", { search: "pune" });
  await view("search for nobody", { search: "zzyzx" });
  await view("search for a number", { search: "TRV-G00000500" });
  await meter.measure("today", 5, () => command(shop, ["today", ""]));
  await meter.measure("customers list, desk", 5, () =>
    command(shop, ["customers", "list"], { options: { limit: "51" } }),
  );
  const find = (text: string) => command(shop, ["customers", "find"], { args: { text } });
  await meter.measure("customers find", 5, () => find("meera"));
  await meter.measure("customers find, of none", 5, () => find("nobody@nowhere"));
  await meter.measure("orders show", 10, () =>
    command(shop, ["orders", "show"], { args: { orderId: "TRV-G00000500" } }),
  );
  await meter.measure("payments reconcile", 3, () => command(shop, ["payments", "reconcile"]));
  await meter.measure("mail waiting", 3, () => command(shop, ["mail", "waiting"]));
  await meter.measure("products set-stock", 3, (time) =>
    command(shop, ["products", "set-stock"], {
      args: { id: "teak-tissue-box", count: String(50_000 + time) },
    }),
  );
  await meter.measure("check", 1, () => command(shop, ["check", ""]));
}
