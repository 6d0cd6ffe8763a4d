import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { type AddressInfo, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../tests/support/nginx.ts";
import { checkProxy } from "./proxy.ts";

type ForwardedHeaders = (value: IncomingHttpHeaders, visitor: string, port: number) => IncomingHttpHeaders;

const addVisitor = (value: IncomingHttpHeaders, visitor: string): IncomingHttpHeaders => ({
  ...value,
  "x-forwarded-for": [value["x-forwarded-for"], visitor].flat().join(", "),
  "x-forwarded-proto": "https",
});

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

test("the proxy check reports nothing if the proxy sends the visitor's address and https and allows WebSockets", async () => {
  expect(await probe((value) => addVisitor(value, "198.51.100.7"))).toEqual([]);
  expect(await probe(addVisitor), "visited from the trusted machine itself").toEqual([]);
});

test("the proxy check reports a proxy that trusts visitors' headers or does not send its own headers", async () => {
  expect(await probe((value) => ({ ...value, "x-forwarded-proto": "https" }))).toEqual([
    "TRUST_PROXY: visitors can fake their address and avoid all limits",
  ]);
  expect(await probe(({ host }) => ({ host }), { passesSockets: false })).toEqual([
    "proxy: the proxy does not send the visitor's address, so all visitors share one address and its rate limits",
    "proxy: the proxy blocks WebSockets, so customers' pages do not update automatically",
  ]);
  expect(await probe((value) => ({ ...value, "x-forwarded-for": "198.51.100.7" }))).toEqual([
    "proxy: the proxy does not report that visitors use https",
  ]);
});
