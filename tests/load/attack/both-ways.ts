import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { findNginx, type ShippedNginx, startShippedNginx } from "../../support/nginx.ts";
import { findFreePort } from "../../support/processes.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Figure, ScenarioRun } from "../scenario.ts";
import { type Responsiveness, watchResponsiveness } from "../watch.ts";

/** The attacker's IP address: another one than the visitors', which a proxy in front of the shop would report. */
const ATTACKER = "127.0.0.2";
const REPORTED_ATTACKER = "203.0.113.66";

/** One of the two ways to reach the shop: directly or through nginx. */
export interface Way {
  name: string;
  url: string;
  nginx: ShippedNginx | null;
  /** Opens a connection from the attacker's address. */
  open(): Socket;
}

/** Runs an attack on a shop directly, and then on another shop behind the shipped nginx, if nginx is installed. */
export async function runBothWays(
  run: ScenarioRun,
  attack: (shop: Shop, way: Way) => Promise<Figure[]>,
): Promise<Figure[]> {
  const openTcp = (port: number): Socket => connect({ port, host: "127.0.0.1", localAddress: ATTACKER });
  const direct = await runInShop(run, {}, (shop) => {
    const open = () => openTcp(Number(new URL(shop.url).port));
    return attack(shop, { name: "directly", url: shop.url, nginx: null, open });
  });
  const program = findNginx();
  if (program === undefined) {
    run.say("Through nginx: not run, because nginx is not installed.");
    return direct;
  }
  const [http, https] = [await findFreePort(), await findFreePort()];
  const url = `https://localhost:${https}`;
  const open = () =>
    connectTls({ socket: openTcp(https), servername: "localhost", rejectUnauthorized: false });
  const proxied = await runInShop(run, { PUBLIC_URL: url }, async (shop) => {
    const nginx = await startShippedNginx(program, { http, https, shop: [Number(new URL(shop.url).port)] });
    try {
      return await attack(shop, { name: "through nginx", url, nginx, open });
    } finally {
      await nginx.stop();
    }
  });
  return [...direct, ...proxied];
}

/** Writes the head of an attacker's request for a raw connection. */
export const writeHead = (way: Way, line: string, headers: Record<string, string>): string => {
  const { host, origin } = new URL(way.url);
  const all = { Host: host, Origin: origin, "X-Forwarded-For": REPORTED_ATTACKER, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
};

export const writeUpgrade = (way: Way): string =>
  writeHead(way, "GET /socket.io/?EIO=4&transport=websocket", {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  });

interface Posting {
  token: string;
  /** True if the request comes from the attacker's address. */
  isHostile: boolean;
}

/** Posts JSON on a new connection. Returns the status, or 0 if there is no response. */
export function post(way: Way, path: string, body: string, { token, isHostile }: Posting): Promise<number> {
  const { protocol, origin } = new URL(way.url);
  return new Promise((resolve) => {
    const sending = (protocol === "https:" ? requestHttps : requestHttp)(way.url + path, {
      method: "POST",
      agent: false,
      rejectUnauthorized: false,
      ...(isHostile && { localAddress: ATTACKER }),
      headers: {
        origin,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
        ...(isHostile && { "x-forwarded-for": REPORTED_ATTACKER }),
      },
    });
    sending.once("response", (answer) => {
      answer.on("error", () => {}).resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once("error", () => resolve(0));
    sending.end(body);
  });
}

/** Requests a page, the list of products and the health check as other visitors for this long. */
export async function watchOthers({ url }: Way, ms: number): Promise<Responsiveness[]> {
  const stopWatching = watchResponsiveness(["/", listProducts.path, "/healthz"].map((path) => url + path));
  await sleep(ms);
  return stopWatching();
}
