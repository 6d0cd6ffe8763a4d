import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "#shop/accounts/endpoints.ts";
import { sendHit, repeatTimes, sendVolley } from "./calls.ts";
import { GONE_WITHIN_MS } from "./slow-connections.ts";

export interface Lasted {
  name: string;
  ms: number;
}

/** Bodies beyond what the shop takes, announced and not announced; what was not refused. */
export async function sendHugeBodies(shopUrl: string): Promise<string[]> {
  const reported = await sendVolley(repeatTimes(50, String), 50, () =>
    sendHit(shopUrl, { path: logIn.path, body: "x".repeat(1_000_000) }),
  );
  const endless = await sendVolley(repeatTimes(50, String), 50, () => sendEndlessBody(shopUrl));
  // The connection may end before the refusal is read: a client that goes on sending is not waited for.
  return [...reported.map(({ status }) => status), ...endless]
    .filter((status) => status !== 413 && status !== 0)
    .map(String);
}

/** Sends chunks until someone says no; the status, 0 when the connection just ended, and -1 when no one did. */
async function sendEndlessBody(shopUrl: string): Promise<number> {
  const { hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  const heard: string[] = [];
  socket.on("data", (part) => heard.push(part.toString("latin1")));
  socket.on("error", () => {});
  await once(socket, "connect").catch(() => {});
  socket.write(
    `POST ${logIn.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const giveUp = performance.now() + GONE_WITHIN_MS;
  while (!socket.destroyed && heard.length === 0 && performance.now() < giveUp) {
    socket.write(chunk);
    await sleep(5);
  }
  const wasEnded = socket.destroyed;
  socket.destroy();
  if (heard.length === 0) return wasEnded ? 0 : -1;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard.join(""))?.[1]);
}
