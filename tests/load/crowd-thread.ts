// Runs in a worker thread for crowd.ts, so that the main thread does not delay requests and responses.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { CrowdLoad, LeanRequest } from "./crowd.ts";
import type { WatchResult } from "./watch.ts";

type Response = Pick<WatchResult, "status" | "retryAfter">;

/** Uses a plain TCP connection, because Node's HTTP client would use more processor time than the shop itself. */
function openLeanConnection(port: number) {
  let socket: Socket | null = null;
  let answered: ((response: Response) => void) | null = null;
  let [head, missing] = ["", 0];
  const finish = (status: number) => {
    const done = answered;
    answered = null;
    const retryAfter = /\r\nretry-after: /i.test(head);
    head = "";
    done?.({ status, retryAfter });
  };
  const read = (part: Buffer) => {
    if (missing > 0) missing -= part.length;
    else {
      head += part.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      missing = end + 4 + readLength(head) - head.length;
    }
    if (missing <= 0) finish(Number(head.slice(9, 12)));
  };
  const open = () =>
    (socket ??= connect(port, "127.0.0.1")
      .setNoDelay(true)
      .on("data", read)
      .on("error", () => {})
      .on("close", () => {
        socket = null;
        missing = 0;
        finish(0);
      }));
  return {
    open: () => once(open(), "ready").catch(() => {}),
    send(request: LeanRequest): Promise<Response> {
      open().write(formatRequest(request));
      return new Promise((resolve) => (answered = resolve));
    },
  };
}

const formatRequest = ({ method, path, from, token, body, headers = "" }: LeanRequest): string =>
  [
    `${method} ${path} HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: ${from}\r\n`,
    token === undefined ? "" : `authorization: Bearer ${token}\r\n`,
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
    `${headers}\r\n${body ?? ""}`,
  ].join("");

function readLength(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`A response of unknown length:\n${head.slice(0, 500)}`);
  return Number(length);
}

const { url, requests, times = 1, atOnce, aSecond } = workerData as CrowdLoad;
const port = Number(new URL(url).port);
const free = Array.from({ length: atOnce }, () => openLeanConnection(port));
// At a fixed rate, a connection is opened when it is needed. The shop closes connections that send nothing for 8 s.
if (aSecond === undefined) await Promise.all(free.map((connection) => connection.open()));

const waiting = Array.from({ length: times }, () => requests).flat();
const count = waiting.length;
const answers: WatchResult[] = [];
let skipped = 0;
const began = performance.now();

async function sendNext(): Promise<boolean> {
  const request = waiting.pop();
  if (!request) return false;
  const connection = free.pop();
  if (!connection) return ++skipped > 0;
  const sentAt = performance.now();
  const response = await connection.send(request);
  answers.push({ ...response, path: `${request.method} ${request.path}`, ms: performance.now() - sentAt });
  free.push(connection);
  return true;
}

async function sendAgainAndAgain(): Promise<void> {
  while (await sendNext());
}

async function sendAtRate(rate: number): Promise<void> {
  const underWay: Promise<boolean>[] = [];
  while (underWay.length < count) {
    const due = Math.min(count, ((performance.now() - began) / 1_000) * rate);
    while (underWay.length < due) underWay.push(sendNext());
    await sleep(1);
  }
  await Promise.all(underWay);
}

await (aSecond === undefined
  ? Promise.all(Array.from({ length: atOnce }, sendAgainAndAgain))
  : sendAtRate(aSecond));
parentPort?.postMessage({ answers, skipped, tookMs: performance.now() - began });
