import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { findP95, toUnansweredFigure, waitUntil } from "../watch.ts";
import { holdWebsocket, runBothWays, watchOthers, type ShopRoute } from "./both-ways.ts";

const FLOODS = 12;
const FRAMES_AT_ONCE = 5_000;
const NORMAL_P95_MS = 50;

/** Masked websocket frames that contain no message for the shop: pings, empty texts, and invalid bytes. */
const KINDS = [[0x89, 0x80, 0, 0, 0, 0], [0x81, 0x80, 0, 0, 0, 0], [0xff]].map((frame) =>
  Buffer.concat(Array<Buffer>(FRAMES_AT_ONCE).fill(Buffer.from(frame))),
);

export const frames: Scenario = {
  name: "frames",
  summary:
    "12 websockets without a session that send frames continuously, directly and through the shipped nginx",
  threat: "T50",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (_shop, way) => attack(run, way)),
};

async function attack(run: ScenarioRun, way: ShopRoute): Promise<Figure[]> {
  const usual = await watchOthers(way, (run.isShort ? 1 : 5) * SECOND);
  const end = new AbortController();
  const floods = { opened: 0, cut: 0, answered: 0 };
  const crowd = repeatTimes(FLOODS, async (place) => {
    while (!end.signal.aborted) {
      const wasCut = await holdWebsocket(way, end.signal, (socket) => {
        floods.opened++;
        // A pong frame begins with the byte 0x8a.
        socket.on("data", (frame: Buffer) => frame[0] === 0x8a && floods.answered++);
        const send = () => {
          while (socket.writable && socket.write(KINDS[place % KINDS.length] ?? ""));
        };
        socket.on("drain", send);
        send();
      });
      if (wasCut) floods.cut++;
      // Waits, so that the attack stays below the rate limit of websockets for each IP address.
      await sleep(SECOND);
    }
  });
  await waitUntil("as many floods have begun as there are attackers", () => floods.opened >= FLOODS, 20);
  const others = await watchOthers(way, (run.isShort ? 3 : 20) * SECOND);
  end.abort();
  await Promise.all(crowd);
  run.say(
    `${way.name}: p95 before the attack ${findP95(usual)} ms; ${floods.opened} floods, ${floods.cut} of them disconnected`,
  );
  return [
    { what: "floods that were disconnected", value: floods.cut, atLeast: FLOODS },
    // The last flood of each of the `FLOODS` attackers is still open when the attack ends.
    { what: "floods that were not disconnected", value: floods.opened - floods.cut, atMost: FLOODS },
    { what: "pings that were answered", value: floods.answered, atMost: 0 },
    toTimeFigure("p95 of other visitors", findP95(others), NORMAL_P95_MS),
    toUnansweredFigure("other visitors without a response", others),
  ];
}
