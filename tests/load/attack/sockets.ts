import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { SOCKET_LIMITS } from "#platform/http/socket-server.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { connectLive } from "../../support/live.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { createVictim, repeatTimes, sendHit } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { holdWebsocket, runBothWays, type ShopRoute } from "./both-ways.ts";

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
  const clients = run.isShort ? 300 : 1_500;
  let [held, most] = [0, 0];
  const crowd = repeatTimes(clients, async () => {
    while (!end.signal.aborted) {
      await holdWebsocket(way, end.signal, (socket) => {
        most = Math.max(most, ++held);
        socket.once("close", () => held--);
      });
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
  await Promise.all(crowd);
  run.say(`${name}: ${clients} clients held ${most} websockets at most`);
  const isTimed = true;
  return [
    {
      what: "visitors served at the start of the attack",
      value: visitsFirst,
      atLeast: VISITORS,
      isTimed,
    },
    { what: "visitors served during the attack", value: visitsLater, atLeast: VISITORS, isTimed },
    {
      what: "concurrent websockets without a session",
      value: most,
      atLeast: 1,
      atMost: SOCKET_LIMITS.nameless,
    },
    toNoneFigure("customers whose page got no live connection", trouble === undefined ? [] : [trouble]),
  ];
}

async function visit(url: string): Promise<boolean> {
  const hits = await Promise.all(
    ["/", listProducts.path, "/healthz"].map((path) =>
      sendHit(url, { path, isNew: true, timeoutMs: ANSWERED_WITHIN_MS }),
    ),
  );
  return hits.every(({ status }) => status === 200);
}
