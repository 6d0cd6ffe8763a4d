import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { findP95, toUnansweredFigure, waitUntil } from "../watch.ts";
import { runBothWays, watchOthers, type ShopRoute, writeUpgrade } from "./both-ways.ts";

const FLOODS = 12;
const FRAMES_AT_ONCE = 5_000;
const NORMAL_P95_MS = 50;

/** Masked websocket frames that contain no event: pings, empty texts, and invalid bytes. */
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
      await flood(way, KINDS[place % KINDS.length] ?? Buffer.alloc(1), floods, end.signal);
      // Without this pause the rate limit of websockets for each IP address would end the attack.
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
    { what: `${way.name}: floods`, value: floods.opened, atLeast: FLOODS },
    {
      what: `${way.name}: floods that were not disconnected`,
      value: floods.opened - floods.cut,
      atMost: FLOODS,
    },
    { what: `${way.name}: pings that were answered`, value: floods.answered, atMost: 0 },
    toTimeFigure(`${way.name}: p95 of other visitors`, findP95(others), NORMAL_P95_MS),
    toUnansweredFigure(`${way.name}: other visitors without a response`, others),
  ];
}

/** Opens a websocket and sends frames as fast as possible until the shop closes it. */
async function flood(
  way: ShopRoute,
  frames: Buffer,
  floods: { opened: number; cut: number; answered: number },
  signal: AbortSignal,
): Promise<void> {
  const socket = way.open();
  const close = () => socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  socket.on("error", () => {});
  const send = () => {
    while (socket.writable && socket.write(frames));
  };
  let isOpen = false;
  socket.once("data", (answer: Buffer) => {
    isOpen = answer.toString("latin1").startsWith("HTTP/1.1 101");
    if (!isOpen) return void socket.destroy();
    floods.opened++;
    // 0x8a is the first byte of a pong frame.
    socket.on("data", (frame: Buffer) => frame[0] === 0x8a && floods.answered++);
    socket.on("drain", send);
    send();
  });
  socket.write(writeUpgrade(way));
  await new Promise((resolve) => socket.once("close", resolve));
  if (isOpen && !signal.aborted) floods.cut++;
  signal.removeEventListener("abort", close);
}
