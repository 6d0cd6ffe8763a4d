import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openSockets, type SocketSessions } from "#platform/http/socket-server.ts";
import { findSocketOwner, findSocketPrincipal } from "#shop/accounts/server/index.ts";
import { sessionEnded } from "#shop/accounts/events.ts";
import { orderChanged } from "#shop/orders/events.ts";
import { type Customer, signInCustomer } from "../tests/support/customer.ts";
import { type TestContext, createTestContext } from "../tests/support/database.ts";
import { createLiveClient, connectLive, openLive } from "../tests/support/live.ts";
import { listenLocally } from "../tests/support/processes.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { changeByHand } from "#shop/catalogue/server/catalogue-changes.ts";
import { getCatalogueRevision, refreshSnapshot } from "#shop/catalogue/server/snapshot/snapshot.ts";
import { notifyOfRevisions, onOrderChanged, onSessionEnded } from "./live-updates.ts";

let context: TestContext;
let live: Awaited<ReturnType<typeof openLive>>;
const clients: Socket[] = [];

beforeAll(async () => {
  context = await createTestContext({ subscribers: [onOrderChanged, onSessionEnded] });
  live = await openLive(context);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await live.close();
  await context.close();
});
beforeEach(() => context.wipe());

function openClient(token: string | null, origin?: string): Socket {
  const client = createLiveClient(live.url, token, origin === undefined ? {} : { origin });
  clients.push(client);
  return client;
}

async function openPage(customer: Customer) {
  const page = await connectLive(live.url, customer.accessToken);
  clients.push(page.client);
  return page;
}

const waitForRefusal = (client: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    client.once("connect_error", (error) => resolve(error.message));
    client.once("connect", () => reject(new Error("it was let in")));
  });

const publishChange = async (accountId: string, orderId: string) => {
  await context.transact((tx) =>
    context.outbox.publish(tx, orderChanged, { orderId, accountId, status: "Delivered" }),
  );
  await context.settle();
};

describe("live updates of an order", () => {
  test("an order change is sent to all open pages of its customer and to nobody else (§2.14, §4, T21, D73)", async () => {
    const [asha, ravi] = [await signInCustomer(context), await signInCustomer(context)];
    const [phone, laptop, other] = await Promise.all([openPage(asha), openPage(asha), openPage(ravi)]);
    for (let change = 0; change < 5; change++) {
      await publishChange(asha.accountId, `TRV-ASHA${change}`);
      await publishChange(ravi.accountId, `TRV-RAVI${change}`);
    }
    await expect.poll(() => [phone.heard.length, laptop.heard.length, other.heard.length]).toEqual([5, 5, 5]);
    expect(phone.heard[0]).toEqual([ORDER_UPDATED, { orderId: "TRV-ASHA0", status: "Delivered" }]);
    expect(JSON.stringify([phone.heard, laptop.heard])).not.toContain("RAVI");
    expect(JSON.stringify(other.heard)).not.toContain("ASHA");
  });

  test("an order update is not sent to the pages of an ended session", async () => {
    const asha = await signInCustomer(context);
    const { client, heard } = await openPage(asha);
    const session = await findSocketPrincipal(context, asha.accessToken, {});
    if (!session) throw new Error("not signed in");
    const ended = new Promise((resolve) => client.once("disconnect", resolve));
    await context.transact((tx) => context.outbox.publish(tx, sessionEnded, session));
    await context.settle();
    await ended;
    await publishChange(asha.accountId, "TRV-LATE00");
    await pause(50);
    expect(heard).toEqual([]);
  });
});

describe("refused live connections", () => {
  test("a live connection is closed if its session ends while the connection is being opened (T7)", async () => {
    const asha = await signInCustomer(context);
    const http = createServer();
    const sessions: SocketSessions = {
      findOwner: (cookies) => findSocketOwner(context, cookies),
      async findPrincipal(token, cookies) {
        const principal = await findSocketPrincipal(context, token, cookies);
        if (principal) await sockets.dropSession(principal.sessionId);
        return principal;
      },
    };
    const sockets = openSockets(http, context, sessions, null);
    onTestFinished(() => sockets.close());
    const url = `http://127.0.0.1:${await listenLocally(http)}`;
    const client = createLiveClient(url, asha.accessToken, { reconnection: false });
    clients.push(client);
    await new Promise((resolve) => client.once("disconnect", resolve));
  });

  test("a live connection without a session, or with a made-up token, is refused", async () => {
    expect(await waitForRefusal(openClient(null))).toBe("unauthorized");
    expect(await waitForRefusal(openClient("made-up"))).toBe("unauthorized");
  });

  test("a live connection from another site's page is refused even with a valid token", async () => {
    const asha = await signInCustomer(context);
    expect(await waitForRefusal(openClient(asha.accessToken, "https://evil.example"))).toMatch(
      /websocket error/,
    );
  });
});

test("every live connection receives the catalogue's revision first, and the new revision after each change of the catalogue", async () => {
  const [asha, ravi] = [await signInCustomer(context), await signInCustomer(context)];
  await refreshSnapshot(context);
  notifyOfRevisions(context);
  const revision = getCatalogueRevision(context);
  const pages = await Promise.all([openPage(asha), openPage(ravi)]);
  await changeByHand(context, async () => ({ answer: null }));
  await refreshSnapshot(context);
  await refreshSnapshot(context);
  const updated = (which: number) => ["catalogueUpdated", { revision: which }];
  for (const { heard } of pages)
    await expect.poll(() => heard).toEqual([updated(revision), updated(revision + 1)]);
  const { heard } = await openPage(asha);
  await expect.poll(() => heard).toEqual([updated(revision + 1)]);
  expect(await waitForRefusal(openClient(null))).toBe("unauthorized");
});

test("a page detects within 30 seconds that its connection was lost", async () => {
  const page = await openPage(await signInCustomer(context));
  const heartbeat = page.client.io.engine as unknown as Record<"_pingInterval" | "_pingTimeout", number>;
  expect(heartbeat["_pingInterval"] + heartbeat["_pingTimeout"]).toBeLessThanOrEqual(30_000);
});
