import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { SECOND } from "#contract/time.ts";
import type { Config } from "../config/config.ts";
import type { Finding } from "./finding.ts";
import { generateUuid } from "../ids.ts";
import { trustProxy } from "../http/proxies.ts";
import { type Arrived, CLAIMED_ADDRESS, describeProxy, type ProbedProxy } from "./proxy-findings.ts";

const GIVES_UP_MS = 8 * SECOND;

const SWITCHING = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

/**
 * Stands in at the closed shop's port and visits itself at the public address, with forged headers, as a browser with
 * a socket, and over plain http: what a proxy does is not in any file.
 * @throws EADDRINUSE while the shop, or someone else, has the port
 */
export async function probeProxy(
  config: Pick<Config, "publicUrl" | "host" | "port" | "trustedProxies">,
): Promise<Finding[]> {
  if (!config.publicUrl.startsWith("https:")) return [];
  const secret = generateUuid();
  const standIn = createStandIn(config, secret);
  await standIn.app.listen({ host: config.host, port: config.port });
  try {
    const answer = await visitForged(new URL(`/healthz?${secret}`, config.publicUrl));
    if (standIn.seen.arrived) await visitAsSocket(new URL(`/socket.io/?${secret}`, config.publicUrl));
    return describeProxy(config, { ...standIn.seen, answer, plain: await visitPlainly(config) });
  } finally {
    standIn.app.server.closeAllConnections();
    await standIn.app.close();
  }
}

/** Listens as the shop would, and remembers what came of the visits that know the secret. */
function createStandIn(config: Pick<Config, "trustedProxies">, secret: string) {
  const seen: Pick<ProbedProxy, "arrived" | "takesSockets"> = { arrived: null, takesSockets: false };
  const app = Fastify({ trustProxy: trustProxy(config) });
  app.get("/healthz", async ({ raw, ip, protocol, headers, socket }) => {
    const chain = String(headers["x-forwarded-for"] ?? "").split(/ *, */);
    const arrived: Arrived = {
      ip,
      protocol,
      isForwarded: chain[0] !== "",
      // The visit comes from this machine, which may be trusted by its address as the proxies are: that says nothing of visitors.
      isFooled:
        ip === CLAIMED_ADDRESS &&
        (chain.at(-1) === CLAIMED_ADDRESS || typeof config.trustedProxies === "number"),
      sender: socket.remoteAddress ?? "someone",
    };
    if (raw.url?.includes(secret)) seen.arrived = arrived;
    return "taruva";
  });
  app.server.on("upgrade", ({ url = "" }, socket) => {
    socket.on("error", () => {});
    if (!url.includes(secret)) return socket.destroy();
    seen.takesSockets = true;
    socket.end(SWITCHING, () => socket.destroy());
  });
  return { app, seen };
}

/** As someone who claims another address. What was answered, or why nothing was. */
const visitForged = (address: URL): Promise<string> =>
  visit(address, { "x-forwarded-for": CLAIMED_ADDRESS, "x-forwarded-proto": "http" }).then(
    ({ statusCode }) => `HTTP ${statusCode}`,
    (cause: Error) => cause.message,
  );

const visitAsSocket = (address: URL): Promise<unknown> =>
  visit(address, {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
  }).catch(() => null);

/** Only where the public address has the usual port, so that a browser would ask port 80 without it. */
async function visitPlainly({ publicUrl }: Pick<Config, "publicUrl">): Promise<ProbedProxy["plain"]> {
  const { hostname, port } = new URL(publicUrl);
  if (port !== "") return null;
  return visit(new URL(`http://${hostname}/`), {}).then(
    ({ statusCode = 0, headers }) => ({ status: statusCode, location: headers.location ?? "" }),
    () => ({ status: 0, location: "" }),
  );
}

async function visit(address: URL, headers: http.OutgoingHttpHeaders): Promise<IncomingMessage> {
  // Whether browsers believe the certificate is another question, which `checkCertificate` answers.
  const request =
    address.protocol === "https:"
      ? https.get(address, { headers, rejectUnauthorized: false, agent: false })
      : http.get(address, { headers, agent: false });
  request.setTimeout(GIVES_UP_MS, () => request.destroy(new Error("no answer")));
  request.once("upgrade", (response, socket) => {
    socket.destroy();
    request.emit("response", response);
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 101) await text(response);
  return response;
}
