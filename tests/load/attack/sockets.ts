import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { SOCKET_LIMITS } from "#platform/http/socket-server.ts";
import { connectLive } from "../../support/live.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { createVictim, repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { findP99, toUnansweredFigure } from "../watch.ts";
import { holdWebsocket, runBothWays, type ShopRoute, watchOthers } from "./both-ways.ts";

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
  const others = await watchOthers(way, (run.isShort ? 4 : 20) * SECOND);
  const trouble = await connectLive(url, customer.accessToken, { tls: { rejectUnauthorized: false } }).then(
    ({ client }) => void client.close(),
    (cause: unknown) => String(cause),
  );
  end.abort();
  await Promise.all(crowd);
  run.say(`${name}: ${clients} clients held ${most} websockets at most`);
  return [
    {
      what: "requests of other visitors",
      value: others.reduce((sum, { requested }) => sum + requested, 0),
      atLeast: 30,
    },
    toUnansweredFigure("other visitors without a response", others),
    toTimeFigure("p99 of other visitors", findP99(others), ANSWERED_WITHIN_MS),
    {
      what: "concurrent websockets without a session",
      value: most,
      atLeast: 1,
      atMost: SOCKET_LIMITS.nameless,
    },
    toNoneFigure("customers whose page got no live connection", trouble === undefined ? [] : [trouble]),
  ];
}
