import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identifySocket } from "#server/accounts";
import { openSockets, type Sockets } from "#platform/sockets.ts";
import { sessionEnded } from "#shop/accounts/events.ts";
import { orderChanged } from "#shop/orders/events.ts";
import { type Customer, signedInCustomer } from "../../../tests/support/customer.ts";
import { type TestContext, testContext } from "../../../tests/support/database.ts";
import { ORDER_UPDATED } from "../events.ts";
import { onOrderChanged } from "./on-order-changed.ts";
import { onSessionEnded } from "./on-session-ended.ts";
import { attachSockets } from "./realtime.ts";

let context: TestContext;
let http: Server;
let sockets: Sockets;
let url: string;
const clients: Socket[] = [];

beforeAll(async () => {
  context = await testContext({ reactions: [onOrderChanged, onSessionEnded] });
  http = createServer();
  sockets = openSockets(http, context, (token, cookies) => identifySocket(context, token, cookies), null);
  attachSockets(context, sockets);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const client of clients) client.close();
  await sockets.close();
  await context.close();
});
beforeEach(() => context.wipe());

function dial(token: string | null, origin = url): Socket {
  const client = io(url, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin },
    ...(token !== null && { auth: { token } }),
  });
  clients.push(client);
  return client;
}

async function connected(customer: Customer): Promise<{ client: Socket; heard: unknown[] }> {
  const heard: unknown[] = [];
  const client = dial(customer.accessToken);
  client.onAny((name: string, payload: unknown) => heard.push([name, payload]));
  await new Promise<void>((resolve, reject) => {
    client.once("connect", resolve);
    client.once("connect_error", reject);
  });
  return { client, heard };
}

const refusal = (client: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    client.once("connect_error", (error) => resolve(error.message));
    client.once("connect", () => reject(new Error("it was let in")));
  });

const tell = async (accountId: string, orderId: string) => {
  await context.transact((tx) =>
    context.outbox.tell(tx, orderChanged, { orderId, accountId, status: "Delivered" }),
  );
  await context.settle();
};

describe("a change of an order", () => {
  test("is heard by every open page of its owner and by nobody else (T21)", async () => {
    const [asha, ravi] = [await signedInCustomer(context), await signedInCustomer(context)];
    const [phone, laptop, other] = await Promise.all([connected(asha), connected(asha), connected(ravi)]);
    for (let change = 0; change < 50; change++) {
      await tell(asha.accountId, `TRV-ASHA${change}`);
      await tell(ravi.accountId, `TRV-RAVI${change}`);
    }
    await expect
      .poll(() => [phone.heard.length, laptop.heard.length, other.heard.length])
      .toEqual([50, 50, 50]);
    expect(phone.heard[0]).toEqual([ORDER_UPDATED, { orderId: "TRV-ASHA0", status: "Delivered" }]);
    expect(JSON.stringify([phone.heard, laptop.heard])).not.toContain("RAVI");
    expect(JSON.stringify(other.heard)).not.toContain("ASHA");
  });

  test("is heard by no page of a session that has ended, and still by the others", async () => {
    const asha = await signedInCustomer(context);
    const { client, heard } = await connected(asha);
    const caller = await identifySocket(context, asha.accessToken, {});
    if (!caller) throw new Error("not signed in");
    const ended = new Promise((resolve) => client.once("disconnect", resolve));
    await context.transact((tx) => context.outbox.tell(tx, sessionEnded, caller));
    await context.settle();
    await ended;
    await tell(asha.accountId, "TRV-LATE00");
    await pause(50);
    expect(heard).toEqual([]);
  });
});

describe("a connection is refused", () => {
  test("to guests and to made-up tokens", async () => {
    expect(await refusal(dial(null))).toBe("unauthorized");
    expect(await refusal(dial("made-up"))).toBe("unauthorized");
  });

  test("to another site's page, whoever's token it has", async () => {
    const asha = await signedInCustomer(context);
    expect(await refusal(dial(asha.accessToken, "https://evil.example"))).toMatch(/websocket error/);
  });

  test("and ended when the client speaks: there is nothing it could say", async () => {
    const { client } = await connected(await signedInCustomer(context));
    const gone = new Promise((resolve) => client.once("disconnect", resolve));
    client.emit("orderUpdated", { orderId: "TRV-FAKE00" });
    expect(await gone).toBe("io server disconnect");
  });
});
