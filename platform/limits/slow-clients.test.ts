import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, type OnTestFinishedHandler, test } from "vitest";
import { sendMalformedRequest } from "../http/envelope.ts";
import { allowLongRequest, createTimeLimitedServer, TIME_LIMITS } from "./slow-clients.ts";

const LARGE = Buffer.alloc(16 * 1024 * 1024);

type OnFinished = (work: OnTestFinishedHandler) => void;

/** Time limits for the tests. Normal clients stay within them even on a busy machine. */
const quick = {
  headersMs: 3_000,
  requestMs: 3_500,
  checkEveryMs: 100,
  unreadMs: 3_000,
  nextRequestMs: 60_000,
};

const answer: RequestListener = (request, response) => {
  if (request.url === "/large") return void response.end(LARGE);
  if (request.url === "/photograph") allowLongRequest(request, 60_000);
  if (request.url === "/endless") allowLongRequest(request, 5_000);
  if (request.url === "/late") return void setTimeout(() => response.end("late"), 1.5 * quick.unreadMs);
  request.resume().once("end", () => response.end("here"));
};

async function open(onTestFinished: OnFinished, limits = quick) {
  let [requested, connected] = [0, 0];
  const http = createTimeLimitedServer((request, response) => {
    requested++;
    answer(request, response);
  }, limits);
  http.on("clientError", sendMalformedRequest).on("connection", () => connected++);
  await once(http.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  return {
    http,
    port,
    requested: () => requested,
    connected: () => connected,
    url: `http://127.0.0.1:${port}`,
  };
}

const HEAD = "POST / HTTP/1.1\r\nHost: shop\r\n";
const slowClients = {
  "says nothing": ["", ""],
  "a header at a time": ["GET / HTTP/1.1\r\nHost: shop\r\n", "X-A: b\r\n"],
  "a letter at a time": ["GET / HTTP/1.1\r\nX", "x"],
  "a byte of the body at a time": [`${HEAD}Content-Length: 60000\r\n\r\n{`, " "],
  "a chunk at a time": [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
  "reads nothing": ["GET /large HTTP/1.1\r\nHost: shop\r\n\r\n", ""],
} as const;

// The tests mostly wait, so run them at the same time.
describe.concurrent("slow clients", () => {
  test("T23: 60 connections that are slow in six ways are closed, while other clients are served", async ({
    expect,
    onTestFinished,
  }) => {
    const { http, port, url, connected } = await open(onTestFinished);
    const sockets = Object.values(slowClients).flatMap(([first, again]) =>
      Array.from({ length: 10 }, () => {
        const socket = connect(port, "127.0.0.1").on("error", () => {});
        socket.write(first);
        if (!first.includes("/large")) socket.resume();
        const tick = setInterval(() => again !== "" && socket.writable && socket.write(again), 50);
        socket.once("close", () => clearInterval(tick));
        onTestFinished(() => void socket.destroy());
        return socket;
      }),
    );
    await expect.poll(connected).toBe(sockets.length);
    expect(await (await fetch(`${url}/late`)).text()).toBe("late");
    await expect.poll(() => countOf(http)).toBeLessThanOrEqual(1);
    expect(await (await fetch(url)).text()).toBe("here");
  });

  const countOf = (http: ReturnType<typeof createTimeLimitedServer>): Promise<number> =>
    new Promise((resolve) => http.getConnections((_, count) => resolve(count)));

  test("T23: a client that reads slowly, or reuses its connection, is not disconnected", async ({
    expect,
    onTestFinished,
  }) => {
    const { unreadMs } = quick;
    const { port } = await open(onTestFinished);
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let bytes = 0;
    socket.write("GET /large HTTP/1.1\r\nHost: shop\r\n\r\n");
    const steps = 16;
    for (let step = 1; step <= steps; step++) {
      await pause((unreadMs * 1.2) / steps);
      while (bytes < (LARGE.length / steps) * step) {
        const part = socket.read() as Buffer | null;
        if (part) bytes += part.length;
        else await once(socket, "readable");
      }
    }
    await pause(unreadMs + 100);
    socket.write("GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
    socket.resume();
    const [last] = (await once(socket, "data")) as [Buffer];
    expect(last.toString()).toContain("200 OK");
  });

  test("T23: a client that pipelines 1,000 requests is disconnected after the second request", async ({
    expect,
    onTestFinished,
  }) => {
    const { port, requested } = await open(onTestFinished);
    const send = (count: number) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      onTestFinished(() => void socket.destroy());
      socket.write("GET /late HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(count));
      socket.resume();
      return socket;
    };
    await once(send(1_000), "close");
    expect(requested()).toBe(2);
    const polite = send(2);
    await expect.poll(requested).toBe(4);
    await once(polite, "data");
  });

  test("T23: every time limit for slow clients is below 15 seconds", () => {
    const { headersMs, requestMs, checkEveryMs, unreadMs } = TIME_LIMITS;
    expect(Math.max(headersMs + checkEveryMs, requestMs + checkEveryMs, unreadMs)).toBeLessThan(15_000);
  });

  test("T23: an upload for which allowLongRequest was called has a longer timeout than other requests", async ({
    expect,
    onTestFinished,
  }) => {
    const { port } = await open(onTestFinished);
    const send = (target: string) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      onTestFinished(() => void socket.destroy());
      let heard = "";
      socket.on("data", (data: Buffer) => (heard += data.toString()));
      socket.write(`POST ${target} HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\n\r\n1`);
      return { socket, heard: () => heard };
    };
    const others = send("/");
    const fromKnownSender = send("/photograph");
    const endless = send("/endless");
    await expect.poll(others.heard).toContain("408");
    expect(fromKnownSender.heard()).toBe("");
    fromKnownSender.socket.write("2");
    await expect.poll(fromKnownSender.heard).toContain("200 OK");
    fromKnownSender.socket.write("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\n\r\n1");
    await expect.poll(fromKnownSender.heard).toContain("408");
    await expect.poll(() => endless.socket.closed).toBe(true);
    expect(endless.heard()).toBe("");
  });
});
