import { type IncomingMessage, request } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SOCKET_LIMITS } from "#platform/http/socket-server.ts";
import { insertSession } from "#shop/accounts/server/sessions.ts";
import { session } from "#shop/accounts/server/tables.ts";
import { signInCustomer } from "../tests/support/customer.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";
import { connectLive, openLive } from "../tests/support/live.ts";

const REFUSED = 400;

let context: TestContext;
let live: Awaited<ReturnType<typeof openLive>>;
const open: { destroy(): void }[] = [];

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(() => context.wipe());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await live.close();
});
afterAll(() => context.close());

/** Clients have 60 s for the first message, so that the shop does not disconnect them during slow tests. */
const openWith = async (limits: Partial<typeof SOCKET_LIMITS>) => {
  live = await openLive(context, null, { firstMessageMs: 60_000, ...limits });
};

async function upgrade(from: string, headers: Record<string, string> = {}): Promise<TcpSocket | number> {
  const upgrading = request(`${live.url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      origin: live.url,
      "x-forwarded-for": from,
      ...headers,
    },
  });
  upgrading.end();
  return new Promise((resolve, reject) => {
    upgrading.once("error", reject);
    upgrading.once("response", (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    upgrading.once("upgrade", (_response, socket: TcpSocket) => {
      open.push(socket.resume());
      resolve(socket);
    });
  });
}

/** Creates a websocket frame with at most 125 bytes of text. Clients must mask frames; this mask is zero. */
const createFrame = (opcode: number, text = "") =>
  Buffer.concat([Buffer.from([0x80 + opcode, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)]);

async function countOpened(many: number, from: string, headers: Record<string, string> = {}) {
  let opened = 0;
  for (let count = 0; count < many; count++) if (typeof (await upgrade(from, headers)) !== "number") opened++;
  return opened;
}

async function signInBrowser(hasVerifiedMailbox = true): Promise<Record<string, string>> {
  const { accountId } = await signInCustomer(context, {}, { hasVerifiedMailbox });
  const { cookie } = await context.transact((tx) => insertSession(tx, context, accountId, { bound: true }));
  return { cookie: `session=${cookie}` };
}

describe("live connections", () => {
  test("live connections without a session are limited for each IP address and in total (T43)", async () => {
    await openWith({ namelessOfAddress: 3, nameless: 5 });
    expect(await countOpened(10, "203.0.113.1")).toBe(3);
    expect(await countOpened(10, "203.0.113.2")).toBe(2);
    expect(await upgrade("203.0.113.3")).toBe(REFUSED);
    expect(await upgrade("203.0.113.1", await signInBrowser())).toBeTypeOf("object");
  });

  test("a live connection that sends no first message in time is closed and frees its place (T43)", async () => {
    await openWith({ namelessOfAddress: 1, firstMessageMs: 50 });
    const silent = (await upgrade("203.0.113.1")) as TcpSocket;
    await expect.poll(() => silent.closed).toBe(true);
    expect(await upgrade("203.0.113.1")).toBeTypeOf("object");
  });

  test("a live connection of an ended session is refused at the upgrade (T43)", async () => {
    await openWith({});
    const browser = await signInBrowser();
    expect(await upgrade("203.0.113.1", browser)).toBeTypeOf("object");
    await context.db.delete(session);
    expect(await upgrade("203.0.113.1", browser)).toBe(REFUSED);
    expect(await upgrade("203.0.113.1", { cookie: "session=made-up" })).toBe(REFUSED);
  });

  test("live connections are limited per account, per IP address and in total, and verified accounts have reserved places (T43)", async () => {
    await openWith({ account: 2, address: 6, all: 8, unproven: 3, upgrades: { burst: 100, perMs: 1_000 } });
    const [asha, ravi, meera, stranger, another] = await Promise.all([
      signInBrowser(),
      signInBrowser(),
      signInBrowser(),
      signInBrowser(false),
      signInBrowser(false),
    ]);
    expect(await countOpened(5, "203.0.113.1", asha)).toBe(2);
    expect(await countOpened(5, "203.0.113.1", stranger)).toBe(2);
    expect(await countOpened(5, "203.0.113.1", another)).toBe(1);
    expect(await countOpened(5, "203.0.113.1", ravi)).toBe(1);
    expect(await countOpened(5, "203.0.113.2", meera)).toBe(2);
    expect(await countOpened(5, "203.0.113.3", ravi)).toBe(0);
  });

  test("too many WebSocket upgrades from one address or IPv6 network are refused before the session is read (T43)", async () => {
    await openWith({ upgrades: { burst: 3, perMs: 60_000 }, namelessOfAddress: 50 });
    expect(await countOpened(5, "2001:db8:1:2::1")).toBe(3);
    expect(await upgrade("2001:db8:1:2:ffff::9", await signInBrowser())).toBe(REFUSED);
    expect(await upgrade("2001:db8:1:3::1", await signInBrowser())).toBeTypeOf("object");
  });

  test("a live connection without a cookie counts for its account after its first message (T43)", async () => {
    await openWith({ account: 2, namelessOfAddress: 1 });
    const { accessToken } = await signInCustomer(context);
    const headers = { "x-forwarded-for": "203.0.113.1" };
    for (let count = 0; count < 2; count++) {
      const { client } = await connectLive(live.url, accessToken, { headers });
      open.push({ destroy: () => client.close() });
    }
    await expect(connectLive(live.url, accessToken, { headers })).rejects.toThrow("too many");
  });
});

describe("floods on a live connection (T50)", () => {
  const floods = { "ping frames": 9, "pong frames": 10, "empty text frames": 1, "continuation frames": 0 };
  test.each(Object.entries(floods))(
    "a live connection that sends a flood of %s is closed and gets no pong frame (T50)",
    async (_, opcode) => {
      await openWith({});
      const socket = await upgrade("203.0.113.1", await signInBrowser());
      if (typeof socket === "number") throw new Error(`refused with ${socket}`);
      const received: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => received.push(chunk));
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => {});
      socket.write(Buffer.concat(Array<Buffer>(20_000).fill(createFrame(opcode))));
      await closed;
      // A pong frame begins with the byte 0x8a.
      expect(Buffer.concat(received).includes(0x8a)).toBe(false);
    },
  );

  test("a page that sends a few pings stays connected and gets no pong (T50)", async () => {
    await openWith({});
    const { accessToken } = await signInCustomer(context);
    const socket = await upgrade("203.0.113.1");
    if (typeof socket === "number") throw new Error(`refused with ${socket}`);
    const received: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => received.push(chunk));
    const token = JSON.stringify({ token: accessToken });
    socket.write(Buffer.concat([...Array<Buffer>(10).fill(createFrame(9)), createFrame(1, `40${token}`)]));
    await expect.poll(() => Buffer.concat(received).toString()).toContain('40{"sid":');
    expect(Buffer.concat(received).includes(0x8a)).toBe(false);
  });
});
