import { setTimeout as pause } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findSocketPrincipal } from "#shop/accounts/server/index.ts";
import { LISTENER_NAME } from "#platform/processes/process-link.ts";
import { sessionEnded } from "#shop/accounts/events.ts";
import { orderChanged } from "#shop/orders/events.ts";
import { type Customer, signInCustomer } from "../tests/support/customer.ts";
import { type TestContext, createTestContext, testEngine } from "../tests/support/database.ts";
import { connectLive, openProcess } from "../tests/support/live.ts";
import { pickSize } from "../tests/support/long-form.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { onOrderChanged, onSessionEnded } from "./live-updates.ts";

const TIMES = 10;
const subscribers = [onOrderChanged, onSessionEnded];

let admin: TestContext;
let processes: Awaited<ReturnType<typeof openProcess>>[] = [];
const pages: Socket[] = [];

beforeAll(async () => {
  admin = await createTestContext({ subscribers });
});
afterAll(() => admin.close());
beforeEach(async () => {
  await admin.wipe();
  if (testEngine !== "server") return;
  processes = [await openProcess(admin, subscribers), await openProcess(admin, subscribers)];
  // A process disconnects its open pages when it starts to receive events, because they may have missed one. So both
  // processes must receive events before a test opens a page.
  await expect.poll(async () => (await listConnections()).listening).toBe(2);
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.close();
  await Promise.all(processes.splice(0).map((each) => each.close()));
});

const at = (index: 0 | 1) => processes[index] ?? expect.unreachable("only a server has two processes");

async function openPageOn(index: 0 | 1, customer: Customer) {
  const page = await connectLive(at(index).url, customer.accessToken, { reconnection: true });
  pages.push(page.client);
  return page;
}

const change = (index: 0 | 1, { accountId }: Customer, orderId: string) => {
  const { context } = at(index);
  return context.transact((tx) =>
    context.outbox.publish(tx, orderChanged, { orderId, accountId, status: "Delivered" }),
  );
};

const update = (orderId: string) => [ORDER_UPDATED, { orderId, status: "Delivered" }];

/** `listening` is the number of connections that already receive events. */
async function listConnections() {
  const { rows } = await admin.database.pool.query<{ name: string; state: string; query: string }>(
    "select application_name as name, state, query from pg_stat_activity where datname = current_database()",
  );
  const listeners = rows.filter(({ name }) => name === LISTENER_NAME);
  return {
    listeners: listeners.length,
    listening: listeners.filter(({ state, query }) => state === "idle" && query.startsWith("listen")).length,
    others: rows.length - listeners.length,
  };
}

const endListeners = () =>
  admin.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1",
    [LISTENER_NAME],
  );

describe.runIf(testEngine === "server")("two processes on one PostgreSQL", () => {
  const [CUSTOMERS, CHANGES] = [pickSize(20, 50), pickSize(20, 200)];
  test("each customer receives exactly the updates of their own orders from any process (§2.14, §4, T21, D73)", async () => {
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => signInCustomer(admin)));
    const open = await Promise.all(
      customers.map((customer, number) => openPageOn((number % 2) as 0 | 1, customer)),
    );
    const orderId = (number: number, time: number) => `TRV-${number}-${time}`;
    await Promise.all(
      customers.map(async (customer, number) => {
        for (let time = 0; time < CHANGES; time++)
          await change((time % 2) as 0 | 1, customer, orderId(number, time));
      }),
    );
    await expect.poll(() => open.map(({ heard }) => heard.length)).toEqual(open.map(() => CHANGES));
    for (const [number, { heard }] of open.entries()) {
      const expectedUpdates = Array.from({ length: CHANGES }, (_, time) =>
        JSON.stringify(update(orderId(number, time))),
      );
      expect(new Set(heard.map((each) => JSON.stringify(each)))).toEqual(new Set(expectedUpdates));
    }
  });

  test("a session that one process ends also ends in the other process, and its open page gets no more updates (T7)", async () => {
    const asha = await signInCustomer(admin);
    const { client, heard } = await openPageOn(1, asha);
    const gone = new Promise((resolve) => client.once("disconnect", resolve));
    const { context } = at(0);
    const session = await findSocketPrincipal(context, asha.accessToken, {});
    if (!session) throw new Error("not signed in");
    await context.transact((tx) => context.outbox.publish(tx, sessionEnded, session));
    expect(await gone).toBe("io server disconnect");
    await change(0, asha, "TRV-LATE00");
    await pause(50);
    expect(heard).toEqual([]);
  });

  test("a process that loses its connection for events reconnects each time, sends later changes and leaks no connection (§2.14, §4, T30, D73)", async () => {
    const asha = await signInCustomer(admin);
    const { client, heard } = await openPageOn(1, asha);
    let fetched = 0;
    client.on("connect", () => fetched++);
    const end = new AbortController();
    const traffic = (async () => {
      for (let number = 0; !end.signal.aborted; number++) {
        await change(0, asha, `TRV-BUSY${number}`);
        await pause(20);
      }
    })();

    for (let time = 1; time <= TIMES; time++) {
      await endListeners();
      await expect.poll(() => fetched).toBe(time);
      await change(0, asha, `TRV-AFTER${time}`);
      await expect.poll(() => heard).toContainEqual(update(`TRV-AFTER${time}`));
    }
    end.abort();
    await traffic;

    // The number of the pools' connections depends on the traffic, but never exceeds the sum of the pools' limits.
    const pools = [admin, at(0).context, at(1).context].map(({ db }) => db.$client.options.max);
    await expect.poll(listConnections).toMatchObject({ listeners: 2, listening: 2 });
    expect((await listConnections()).others).toBeLessThanOrEqual(pools.reduce((sum, max) => sum + max));
  });

  test("a process that reconnects closes the live connections of sessions that ended in the meantime (T7, T30)", async () => {
    const asha = await signInCustomer(admin);
    const { client } = await openPageOn(1, asha);
    const refused = new Promise<Error>((resolve) => client.once("connect_error", resolve));
    await admin.database.pool.query("delete from session where account_id = $1", [asha.accountId]);
    await endListeners();
    expect((await refused).message).toBe("unauthorized");
    expect(client.connected).toBe(false);
  });
});
