import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../tests/support/nginx.ts";
import { checkProxy, checkVisit } from "./proxy.ts";

type ForwardedHeaders = (value: IncomingHttpHeaders, visitor: string, port: number) => IncomingHttpHeaders;

const addVisitor = (value: IncomingHttpHeaders, visitor: string): IncomingHttpHeaders => ({
  ...value,
  "x-forwarded-for": [value["x-forwarded-for"], visitor].flat().join(", "),
  "x-forwarded-proto": "https",
});

/** A proxy with TLS before the port that the shop would have; what the probe finds wrong about it. */
async function probe(toForwarded: ForwardedHeaders, { passesSockets = true, leadsTo = 0 } = {}) {
  const port = await findFreePort();
  const proxy = https.createServer(testCertificate);
  const pass = ({ url, method, headers, socket }: http.IncomingMessage) =>
    http.request({
      port: leadsTo || port,
      path: url,
      method,
      headers: { ...toForwarded(headers, socket.remoteAddress ?? "", port), host: headers.host },
    });
  proxy.on("request", (request, response) => {
    const passed = pass(request);
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    passed.on("error", () => response.writeHead(502).end());
    passed.end();
  });
  if (passesSockets)
    proxy.on("upgrade", (request, socket) => {
      const passed = pass(request);
      passed.on("upgrade", () => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
      passed.end();
    });
  const publicUrl = `https://localhost:${await listen(proxy)}`;
  const config = { publicUrl, host: "127.0.0.1", port, trustedProxies: ["loopback"] };
  return (await checkProxy({ config }, () => {})).map(({ about, what }) => `${about}: ${what}`);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function findFreePort(): Promise<number> {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("nothing is said of a proxy that adds whom it sees, says https and passes sockets on", async () => {
  expect(await probe((value) => addVisitor(value, "198.51.100.7"))).toEqual([]);
  expect(await probe(addVisitor), "visited from the trusted machine itself").toEqual([]);
});

test("a proxy that forwards what visitors claim, or says nothing of them, is found out", async () => {
  expect(await probe((value) => ({ ...value, "x-forwarded-proto": "https" }))).toEqual([
    "TRUST_PROXY: visitors can claim any address, and so escape every limit",
  ]);
  expect(await probe(({ host }) => ({ host }), { passesSockets: false })).toEqual([
    "proxy: it does not send the visitor's address, so all visitors share the limits of one address",
    "proxy: it blocks WebSockets: customers' pages would not update by themselves",
  ]);
  expect(await probe((value) => ({ ...value, "x-forwarded-for": "198.51.100.7" }))).toEqual([
    "proxy: it does not say that visitors come over https",
  ]);
});

test("strangers at the port get no socket, and neither one who stays nor one who resets disturbs the probe", async () => {
  const heard: string[] = [];
  const upgrade = "GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const answers = await probe((value, visitor, port) => {
    for (const leaves of [false, true]) {
      const stranger = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      onTestFinished(() => void stranger.destroy());
      stranger.on("error", () => {}).on("data", (part) => heard.push(String(part)));
      stranger.write(upgrade, () => leaves && stranger.resetAndDestroy());
    }
    return addVisitor(value, visitor);
  });
  expect(answers).toEqual([]);
  expect(heard).toEqual([]);
});

test("an address that leads somewhere else is named with what answers there", async () => {
  const leadsTo = await listen(http.createServer((_request, response) => response.writeHead(404).end()));
  expect(await probe(addVisitor, { leadsTo })).toEqual([
    expect.stringMatching(/^PUBLIC_URL: https:.* does not lead to this shop: HTTP 404$/),
  ]);
});

test("a visitor who types the name without https is to be led there", () => {
  const config = { publicUrl: "https://shop.example", host: "127.0.0.1", port: 3000 };
  const arrived = {
    ip: "198.51.100.7",
    protocol: "https",
    isForwarded: true,
    isFooled: false,
    sender: "127.0.0.1",
  };
  const say = (plain: { status: number; location: string }) =>
    checkVisit(config, { arrived, answer: "HTTP 200", takesSockets: true, plain }).map(({ what }) => what);
  expect(say({ status: 301, location: "https://shop.example/" })).toEqual([]);
  expect(say({ status: 200, location: "" })).toEqual([
    "visitors who type the address without https get HTTP 200, not https",
  ]);
  expect(say({ status: 0, location: "" })).toEqual([
    "visitors who type the address without https get no answer",
  ]);
});
