import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "#shop/accounts/endpoints.ts";
import type { Lasted } from "./huge-bodies.ts";

/** More than lies on the way, between what the shop has sent and what has been read. */
const FILMS = 8;

const A_BIT_EVERY_MS = 1_000;

/** A way of holding a connection: what is sent at once, and what is sent again and again. */
interface SlowClient {
  name: string;
  first: string;
  again: string;
  /** It never takes in what it is sent. */
  isDeaf?: true;
}

export const listSlowClients = (video: string): readonly SlowClient[] => [
  { name: "says nothing", first: "", again: "" },
  { name: "a header a second", first: "GET / HTTP/1.1\r\nHost: shop\r\n", again: "X-A: b\r\n" },
  { name: "a letter a second", first: "GET / HTTP/1.1\r\nX", again: "x" },
  {
    name: "a byte of the body a second",
    first: `POST ${logIn.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    again: " ",
  },
  {
    name: "a chunk a second",
    first: `POST ${logIn.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    again: "1\r\n \r\n",
  },
  {
    name: "asks for films and reads nothing",
    first: `GET ${video} HTTP/1.1\r\nHost: shop\r\n\r\n`,
    again: "",
    isDeaf: true,
  },
];

/** Opens a connection; once it is over, how long the shop has put up with it. */
export async function runSlowClient(shopUrl: string, way: SlowClient | undefined): Promise<Lasted> {
  const { name, first, again, isDeaf } = way ?? { name: "", first: "", again: "" };
  const { hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  const gone = new Promise<void>((resolve) => socket.on("error", () => {}).once("close", () => resolve()));
  await once(socket, "connect");
  const began = performance.now();
  const lasted = () => performance.now() - began;
  const say = (words: string) => void (words !== "" && socket.writable && socket.write(words));
  if (isDeaf) socket.pause();
  else socket.resume();
  const timers = [setInterval(say, A_BIT_EVERY_MS, again)];
  for (let film = 0; film < (isDeaf ? FILMS : 1); film++) timers.push(setTimeout(say, film * 100, first));
  // A client that does not read notices the end only when it writes again.
  if (isDeaf) timers.push(setInterval(() => lasted() > PROBED_AFTER_MS && say("\r\n"), PROBED_EVERY_MS));
  const giveUp = new AbortController();
  await Promise.race([gone, sleep(WATCHED_FOR_MS, undefined, giveUp).catch(() => {})]);
  giveUp.abort();
  timers.forEach(clearInterval);
  socket.destroy();
  return { name, ms: lasted() };
}

export const GONE_WITHIN_MS = 15_000;

export const WATCHED_FOR_MS = 25_000;

/** Not sooner: a byte that comes in counts as activity. */
const PROBED_AFTER_MS = 13_000;

const PROBED_EVERY_MS = 250;
