import { createServer, type Server } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { request } from "node:https";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestContext, type TestContext } from "../support/database.ts";
import { findNginx, type ShippedNginx, startShippedNginx } from "../support/nginx.ts";
import { findFreePort } from "../support/processes.ts";
import { listServedRoutes } from "./served-routes.ts";

/* Checks nginx's limits of request bodies with the files of deploy/nginx. The server behind it accepts every body. */

const program = findNginx();

let context: TestContext;
let behind: Server;
let nginx: ShippedNginx;
let https: number;
const arrived = new Map<string, number>();

beforeAll(async () => {
  if (program === undefined) return;
  context = await createTestContext();
  behind = createServer((asked, answer) => {
    const path = asked.url ?? "";
    arrived.set(path, 0);
    asked.on("data", ({ length }: Buffer) => arrived.set(path, (arrived.get(path) ?? 0) + length));
    asked.once("end", () => answer.end("taken"));
  }).listen(0, "127.0.0.1");
  await once(behind, "listening");
  const [http, own] = [await findFreePort(), await findFreePort()];
  https = own;
  const { port } = behind.address() as AddressInfo;
  nginx = await startShippedNginx(program, { http, https, shop: [port] });
});
afterAll(async () => {
  await nginx?.stop();
  behind?.close();
  await context?.close();
});

const send = (method: string, path: string, bytes: number, accept = "*/*") =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { accept, "content-length": bytes, "content-type": "application/json" };
    const sending = request(
      { port: https, method, path, headers, rejectUnauthorized: false, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sending.once("error", reject).end(Buffer.alloc(bytes, " "));
  });

describe.skipIf(program === undefined)("request bodies behind the nginx configuration of deploy/", () => {
  test("T52: nginx accepts the largest body of every route, and not one byte more", async () => {
    const routes = (await listServedRoutes(context)).filter(
      ({ method }) => !/GET|HEAD|OPTIONS|TRACE/.test(method),
    );
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/api/reviews", "/api/payments/webhook/razorpay", "/track"]),
    );
    const largest = Map.groupBy(routes, ({ path }) => path);
    for (const [path, ofPath] of largest) {
      const most = Math.max(...ofPath.map(({ longestBody }) => longestBody), 65_536);
      const address = path.replaceAll(/:\w+|\*/g, "x");
      const { method } = ofPath[0] ?? { method: "POST" };
      expect([address, (await send(method, address, most)).status]).toEqual([address, 200]);
      expect([address, arrived.get(address)]).toEqual([address, most]);
      expect([address, (await send(method, address, most + 1)).status]).toEqual([address, 413]);
    }
  });

  test("T52: nginx refuses a body above its limit with an error message that the shop's forms can show", async () => {
    const { text } = await send("POST", "/api/reviews", 2_000_000, "application/json");
    expect(JSON.parse(text)).toMatchObject({ success: false, message: "The data you sent is too large." });
    expect((await send("POST", "/track", 2_000_000, "text/html")).text).toContain("Please go back");
  });

  test.each(["/track", "/api/reviews", "/api/payments/webhook/razorpay", "/api/contact"])(
    "T52: nginx streams a body to the shop and never stores it on disk: %s",
    async (path) => {
      const socket = connect({ socket: createConnection(https, "127.0.0.1"), rejectUnauthorized: false });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => {});
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n${"x".repeat(40_000)}`,
      );
      await expect.poll(() => arrived.get(path)).toBe(40_000);
      socket.write("x".repeat(20_000));
      await expect.poll(() => arrived.get(path)).toBe(60_000);
      expect(nginx.listBodies()).toEqual([]);
    },
  );

  test("T52: nginx streams a body over HTTP/2 to the shop and never stores it on disk", async () => {
    const session = connectHttp2(`https://localhost:${https}`, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const body = Buffer.alloc(1024 * 1024, " ");
    const sending = session.request({ ":method": "POST", ":path": "/api/reviews?h2" });
    sending.end(body);
    const [headers] = (await once(sending, "response")) as [{ ":status": number }];
    expect([headers[":status"], arrived.get("/api/reviews?h2")]).toEqual([200, body.length]);
    expect(nginx.listBodies()).toEqual([]);
  });

  test.each([
    ["/api/reviews", 8],
    ["/api/payments/webhook/razorpay", 32],
  ])("T52: for %s, nginx accepts at most %i uploads from one IP address at once", async (path, most) => {
    const answers: string[] = [];
    const sockets = Array.from({ length: most + 3 }, () => {
      const socket = connect({ socket: createConnection(https, "127.0.0.1"), rejectUnauthorized: false });
      socket.on("error", () => {});
      socket.once("data", (answer: Buffer) => answers.push(answer.toString("latin1").slice(9, 12)));
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx`);
      return socket;
    });
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await expect.poll(() => answers).toEqual(["429", "429", "429"]);
  });
});
