import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { SECOND } from "#contract/time.ts";
import { SOCKET_LIMITS } from "#platform/http/socket-server.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { connectLive } from "../../support/live.ts";
import { findNginx, startShippedNginx } from "../../support/nginx.ts";
import { findFreePort } from "../../support/processes.ts";
import type { Shop } from "../../support/shop.ts";
import { createVictim, repeatTimes } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";

/** Another IP address of this machine than the visitors'. */
const ATTACKER = "127.0.0.2";
const REPORTED_ATTACKER = "203.0.113.66";
const VISITORS = 30;
const ANSWERED_WITHIN_MS = 2 * SECOND;

export const sockets: Scenario = {
  name: "sockets",
  summary: "1,500 silent websockets from one machine, directly and through the shipped nginx",
  threat: "T43",
  engines: ["embedded"],
  inShortForm: true,
  async run(run) {
    const direct = await runInShop(run, {}, (shop) => {
      const port = Number(new URL(shop.url).port);
      return attack(run, shop, { name: "directly", url: shop.url, open: () => openTcp(port) });
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
        return await attack(run, shop, { name: "through nginx", url, open });
      } finally {
        await nginx.stop();
      }
    });
    return [...direct, ...proxied];
  },
};

interface Way {
  name: string;
  url: string;
  open(): Socket;
}

async function attack(run: ScenarioRun, shop: Shop, { name, url, open }: Way): Promise<Figure[]> {
  const customer = await createVictim(shop);
  const end = new AbortController();
  const held = new Set<Socket>();
  const clients = run.isShort ? 300 : 1_500;
  let most = 0;
  const crowd = repeatTimes(clients, async () => {
    while (!end.signal.aborted) {
      await holdSilent(open(), url, held, end.signal);
      most = Math.max(most, held.size);
      await sleep(SECOND + Math.random() * 2 * SECOND);
    }
  });
  const countVisits = async () =>
    (await Promise.all(repeatTimes(VISITORS, () => visit(url)))).filter(Boolean).length;
  await sleep(2 * SECOND);
  const visitsFirst = await countVisits();
  const trouble = await connectLive(url, customer.accessToken, { tls: { rejectUnauthorized: false } }).then(
    ({ client }) => void client.close(),
    (cause: unknown) => String(cause),
  );
  await sleep((run.isShort ? 2 : 20) * SECOND);
  const visitsLater = await countVisits();
  end.abort();
  for (const socket of held) socket.destroy();
  await Promise.all(crowd);
  run.say(`${name}: ${clients} clients held ${most} websockets at most`);
  const isTimed = true;
  return [
    { what: `${name}: visitors served at the beginning`, value: visitsFirst, atLeast: VISITORS, isTimed },
    { what: `${name}: visitors served in the middle of it`, value: visitsLater, atLeast: VISITORS, isTimed },
    { what: `${name}: websockets without a session at a time`, value: most, atMost: SOCKET_LIMITS.nameless },
    {
      what: `${name}: customers whose page got no live connection`,
      value: trouble === undefined ? 0 : 1,
      atMost: 0,
      details: trouble === undefined ? [] : [trouble],
    },
  ];
}

/** Opens a websocket and sends nothing until the shop closes it. */
async function holdSilent(
  socket: Socket,
  url: string,
  held: Set<Socket>,
  signal: AbortSignal,
): Promise<void> {
  const { host, origin } = new URL(url);
  const close = () => socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  socket.on("error", () => {});
  socket.once("data", (answer: Buffer) => {
    if (answer.toString("latin1").startsWith("HTTP/1.1 101")) held.add(socket);
    else socket.destroy();
  });
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n` +
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: ${REPORTED_ATTACKER}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("close", resolve));
  held.delete(socket);
  signal.removeEventListener("abort", close);
}

const openTcp = (port: number): Socket => connect({ port, host: "127.0.0.1", localAddress: ATTACKER });

/** Returns whether a visitor gets the home page, the list and the health check in time, on new connections. */
async function visit(url: string): Promise<boolean> {
  const answers = await Promise.all(["/", listProducts.path, "/healthz"].map((path) => ask(url + path)));
  return answers.every((status) => status === 200);
}

function ask(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = url.startsWith("https:") ? requestHttps : requestHttp;
    const requested = request(url, { rejectUnauthorized: false, agent: false, timeout: ANSWERED_WITHIN_MS });
    requested.once("response", (answer) =>
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0)),
    );
    requested.once("timeout", () => requested.destroy());
    requested.once("error", () => resolve(0));
    requested.end();
  });
}
