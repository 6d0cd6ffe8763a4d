import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { SOCKET_LIMITS } from "#platform/http/socket-server.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { connectLive } from "../../support/live.ts";
import type { Shop } from "../../support/shop.ts";
import { createVictim, repeatTimes } from "../calls.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { runBothWays, type ShopRoute, writeUpgrade } from "./both-ways.ts";

const VISITORS = 30;
const ANSWERED_WITHIN_MS = 2 * SECOND;

export const sockets: Scenario = {
  name: "sockets",
  summary: "1,500 silent websockets from one machine, directly and through the shipped nginx",
  threat: "T43",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) => runBothWays(run, (shop, way) => attack(run, shop, way)),
};

async function attack(run: ScenarioRun, shop: Shop, way: ShopRoute): Promise<Figure[]> {
  const { name, url } = way;
  const customer = await createVictim(shop);
  const end = new AbortController();
  const held = new Set<Socket>();
  const clients = run.isShort ? 300 : 1_500;
  let most = 0;
  const crowd = repeatTimes(clients, async () => {
    while (!end.signal.aborted) {
      await holdSilent(way, held, end.signal);
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
    {
      what: `${name}: visitors served at the start of the attack`,
      value: visitsFirst,
      atLeast: VISITORS,
      isTimed,
    },
    { what: `${name}: visitors served during the attack`, value: visitsLater, atLeast: VISITORS, isTimed },
    { what: `${name}: concurrent websockets without a session`, value: most, atMost: SOCKET_LIMITS.nameless },
    {
      what: `${name}: customers whose page got no live connection`,
      value: trouble === undefined ? 0 : 1,
      atMost: 0,
      details: trouble === undefined ? [] : [trouble],
    },
  ];
}

/** Opens a websocket, sends nothing, and waits until the shop closes it. */
async function holdSilent(way: ShopRoute, held: Set<Socket>, signal: AbortSignal): Promise<void> {
  const socket = way.open();
  const close = () => socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  socket.on("error", () => {});
  socket.once("data", (answer: Buffer) => {
    if (answer.toString("latin1").startsWith("HTTP/1.1 101")) held.add(socket);
    else socket.destroy();
  });
  socket.write(writeUpgrade(way));
  await new Promise((resolve) => socket.once("close", resolve));
  held.delete(socket);
  signal.removeEventListener("abort", close);
}

/** True if the home page, the list of products and the health check respond in time on new connections. */
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
