import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAdmission, createSaturation } from "./admission.ts";

async function open(slow = { callsWhenSlow: 3, longestWaitMs: 60_000 }, share = 0) {
  const admission = createAdmission(
    { pages: 1, calls: 3, orders: 4, ...slow },
    { shareToRefuse: () => share },
  );
  const underWay: ServerResponse[] = [];
  const http = createServer((request, response) => {
    if (!admission.admit(request, response)) return;
    if (request.headers["content-length"] === undefined) return void underWay.push(response);
    request.resume().once("end", () => underWay.push(response));
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo;
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const send = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; again: string | undefined; text: string }>((resolve, reject) => {
      const requested = request({ port, path, headers, agent: false }, (answer) => {
        let text = "";
        answer.on("data", (part: Buffer) => (text += part.toString()));
        answer.once("end", () =>
          resolve({ status: answer.statusCode ?? 0, again: answer.headers["retry-after"], text }),
        );
      });
      requested.once("error", reject).end();
    });
  /** Sends a request that must be refused, and returns the refusal. Throws an error if the request is admitted. */
  const ask = async (path: string, headers?: Record<string, string>) => {
    const previous = underWay.length;
    let refusal: Awaited<ReturnType<typeof send>> | null = null;
    // Closing the server after the test rejects pending requests.
    send(path, headers).then(
      (answer) => (refusal = answer),
      () => {},
    );
    await expect.poll(() => refusal !== null || underWay.length > previous).toBe(true);
    if (refusal === null) throw new Error(`The request ${path} was admitted.`);
    return refusal as Awaited<ReturnType<typeof send>>;
  };
  const hold = async (path: string): Promise<() => Promise<void>> => {
    const previous = underWay.length;
    const answer = send(path).catch(() => null); // The server's close rejects pending requests.
    await expect.poll(() => underWay.length).toBe(previous + 1);
    const response = underWay[previous];
    return async () => {
      response?.end();
      await answer;
    };
  };
  const isFree = async () => {
    const previous = underWay.length;
    let isRefused = false;
    const answer = send("/api/x").then(({ status }) => (isRefused = status === 503));
    await expect.poll(() => isRefused || underWay.length > previous).toBe(true);
    underWay[previous]?.end();
    return !(await answer);
  };
  return { port, ask, hold, isFree };
}

test("T36: under load, pages are refused first, then API calls, then orders, but never health checks and files", async () => {
  const shop = await open();
  const finishPage = await shop.hold("/products?minPrice=1");
  expect(await shop.ask("/products?minPrice=2")).toMatchObject({ status: 503, again: "3" });
  await shop.hold("/api/cart");
  await shop.hold("/addresses/x");
  expect(JSON.parse((await shop.ask("/api/cart")).text)).toMatchObject({ success: false, code: "busy" });
  const person = await shop.ask("/products", { accept: "text/html" });
  expect(person.text).toContain("Many people are in the shop right now.");
  expect(person.text).not.toMatch(/success|requestId/);
  await shop.hold("/api/orders");
  expect((await shop.ask("/api/payments/window")).status).toBe(503);
  for (const path of ["/healthz", "/videos/x.mp4", "/pictures/x"]) await shop.hold(path);

  await finishPage();
  await shop.hold("/api/payments/window");
});

test("T36: fewer API calls are admitted while the oldest API call takes too long, but orders are admitted", async () => {
  const shop = await open({ callsWhenSlow: 2, longestWaitMs: 50 });
  const finish = await shop.hold("/api/a");
  await shop.hold("/api/b");
  await pause(60);
  expect((await shop.ask("/api/c")).status).toBe(503);
  await shop.hold("/api/orders");
  await finish();
  await shop.hold("/api/c");
});

test("T36, T23: a slow upload does not take a place in the queue from other requests", async () => {
  const shop = await open();
  for (let count = 0; count < 10; count++) {
    const socket = connect(shop.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("POST /api/cart HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{");
  }
  for (const path of ["/api/a", "/api/b", "/api/c"]) await shop.hold(path);
  expect((await shop.ask("/api/d")).status).toBe(503);
});

test("T36, T23: when a client that sent several requests at once disconnects, its places in the queue become free", async () => {
  const shop = await open();
  const socket = connect(shop.port, "127.0.0.1");
  socket.write("GET /api/cart HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(3));
  await expect.poll(async () => (await shop.ask("/api/x")).status).toBe(503);
  socket.destroy();
  await expect.poll(shop.isFree).toBe(true);
  for (const path of ["/api/a", "/api/b", "/api/c"]) await shop.hold(path);
});

test("T36: while the event loop is overloaded, API calls, pages and /readyz are refused, but not orders and payments", async () => {
  const shop = await open(undefined, 1);
  for (const path of ["/", "/api/cart", "/addresses/x", "/readyz"])
    expect(await shop.ask(path)).toMatchObject({ status: 503, again: "3" });
  for (const path of ["/api/orders", "/api/payments/webhook/test", "/pay/x", "/healthz", "/pictures/x"])
    await shop.hold(path);
});

describe("the load shedding of a process", () => {
  /** `turn` simulates an iteration of the event loop with `requests` requests, and returns the share to refuse. */
  function open() {
    let time = 0;
    const { shareToRefuse } = createSaturation(() => time);
    const rest = (ms: number) => {
      time += ms;
    };
    const turn = async (requests: number, msApart: number): Promise<number> => {
      let share = 0;
      for (let request = 0; request < requests; request++) {
        share = shareToRefuse();
        time += msApart;
      }
      await nextTurn();
      return share;
    };
    return { turn, rest };
  }

  test("T36: no request is refused while the event loop handles requests quickly, or while only a few requests wait for slow work", async () => {
    const { turn } = open();
    for (let times = 0; times < 100; times++) expect(await turn(100, 0.3)).toBe(0);
    expect(await turn(10, 200)).toBe(0);
  });

  test("T36: the share of refused requests grows while requests are queued, and is zero after the queue is empty", async () => {
    const { turn } = open();
    const shares = [];
    for (let times = 0; times < 20; times++) shares.push(await turn(1_000, 0.2));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(0.9);
    const after = [];
    for (let times = 0; times < 250; times++) after.push(await turn(30, 0.3));
    expect(after.at(-1)).toBe(0);
  });

  test("T36: the first visitor after a flood of requests is not refused", async () => {
    const { turn, rest } = open();
    for (let times = 0; times < 20; times++) await turn(1_000, 0.2);
    rest(500);
    expect(await turn(1, 0)).toBe(0);
  });
});
