import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "#shop/accounts/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { repeatTimes, sendHit } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Scenario, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { findP99, toUnansweredFigure, watchResponsiveness } from "../watch.ts";

const NORMAL_P99_MS = 300;
const GONE_WITHIN_MS = 15_000;
const WATCHED_FOR_MS = 25_000;
const SEND_EVERY_MS = 1_000;
/** The number of videos that a client requests without reading them. They do not fit into the network buffers. */
const VIDEOS = 8;
/**
 * After this time in ms, a client that reads nothing sends data, because only sending reveals a closed connection. If
 * it sent earlier, the shop would not treat it as idle.
 */
const PROBED_AFTER_MS = 13_000;
const PROBED_EVERY_MS = 250;

export const slowClients: Scenario = {
  name: "slow-clients",
  summary: "1,000 connections that are slow in six ways, and bodies that are too large or endless",
  threat: "T23",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const video = /\/videos\/loop-1[^"\s]+?\.mp4/.exec((await sendHit(shop.url, { path: "/" })).text)?.[0];
      if (video === undefined) throw new Error("There is no video on the home page.");
      const clients = listSlowClients(video);
      const count = run.isShort ? 60 : 1_000;
      const stopWatching = watchResponsiveness(
        ["/", listProducts.path, "/healthz"].map((path) => shop.url + path),
      );
      const held = repeatTimes(count, (index) => runSlowClient(shop.url, clients[index % clients.length]));
      const [lasted, bodies] = await Promise.all([Promise.all(held), sendHugeBodies(shop.url)]);
      const others = await stopWatching();
      for (const { name } of clients) {
        const longest = Math.max(...lasted.filter((each) => each.name === name).map(({ ms }) => ms));
        run.say(`${name}: disconnected after ${Math.round(longest)} ms at most`);
      }
      return [
        { what: "connections", value: lasted.length },
        toNoneFigure(
          "connections that are still open",
          lasted.filter(({ ms }) => ms >= WATCHED_FOR_MS).map(({ name }) => name),
        ),
        toTimeFigure(
          "last slow connection closed after",
          Math.max(...lasted.map(({ ms }) => ms)),
          GONE_WITHIN_MS,
        ),
        toTimeFigure("p99 of other visitors", findP99(others), NORMAL_P99_MS),
        toUnansweredFigure("other visitors without a response", others),
        toNoneFigure("too large bodies not refused with 413", bodies),
      ];
    }),
};

interface SlowClient {
  name: string;
  first: string;
  again?: string;
  isDeaf?: true;
}

const POST = `POST ${logIn.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n`;

const listSlowClients = (video: string): readonly SlowClient[] => [
  { name: "sends nothing", first: "" },
  { name: "a header a second", first: "GET / HTTP/1.1\r\nHost: shop\r\n", again: "X-A: b\r\n" },
  { name: "a letter a second", first: "GET / HTTP/1.1\r\nX", again: "x" },
  { name: "a byte of the body a second", first: `${POST}Content-Length: 60000\r\n\r\n{`, again: " " },
  { name: "a chunk a second", first: `${POST}Transfer-Encoding: chunked\r\n\r\n`, again: "1\r\n \r\n" },
  {
    name: "requests videos and reads nothing",
    first: `GET ${video} HTTP/1.1\r\nHost: shop\r\n\r\n`,
    isDeaf: true,
  },
];

async function runSlowClient(shopUrl: string, client: SlowClient | undefined) {
  const { name, first, again = "", isDeaf } = client ?? { name: "", first: "" };
  const { hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  const gone = new Promise<void>((resolve) => socket.on("error", () => {}).once("close", () => resolve()));
  await once(socket, "connect");
  const began = performance.now();
  const measure = () => performance.now() - began;
  const send = (text: string) => void (text !== "" && socket.writable && socket.write(text));
  if (isDeaf) socket.pause();
  else socket.resume();
  const timers = [setInterval(send, SEND_EVERY_MS, again)];
  for (let video = 0; video < (isDeaf ? VIDEOS : 1); video++)
    timers.push(setTimeout(send, video * 100, first));
  if (isDeaf) timers.push(setInterval(() => measure() > PROBED_AFTER_MS && send("\r\n"), PROBED_EVERY_MS));
  const giveUp = new AbortController();
  await Promise.race([gone, sleep(WATCHED_FOR_MS, undefined, giveUp).catch(() => {})]);
  giveUp.abort();
  timers.forEach(clearInterval);
  socket.destroy();
  return { name, ms: measure() };
}

/** Sends bodies larger than the limit, with and without a Content-Length. Returns the wrong statuses. */
async function sendHugeBodies(shopUrl: string): Promise<string[]> {
  const withLength = repeatTimes(50, () =>
    sendHit(shopUrl, { path: logIn.path, body: "x".repeat(1_000_000) }).then(({ status }) => status),
  );
  const statuses = await Promise.all([...withLength, ...repeatTimes(50, () => sendEndlessBody(shopUrl))]);
  // Status 0 is correct too: the shop may close the connection before the client has received the 413.
  return statuses.filter((status) => status !== 413 && status !== 0).map(String);
}

/** Sends chunks until the shop responds. Returns the status; 0 if the connection was closed, -1 after the timeout. */
async function sendEndlessBody(shopUrl: string): Promise<number> {
  const { hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  const received: string[] = [];
  socket.on("data", (part) => received.push(part.toString("latin1")));
  socket.on("error", () => {});
  await once(socket, "connect").catch(() => {});
  socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const giveUp = performance.now() + GONE_WITHIN_MS;
  while (!socket.destroyed && received.length === 0 && performance.now() < giveUp) {
    socket.write(chunk);
    await sleep(5);
  }
  const wasEnded = socket.destroyed;
  socket.destroy();
  if (received.length === 0) return wasEnded ? 0 : -1;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received.join(""))?.[1]);
}
