import pg from "pg";
import { io, type Socket } from "socket.io-client";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, toTimeFigure } from "../scenario.ts";
import type { Member } from "./crowd.ts";

export async function connectSocket(url: string, { token }: Member): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    extraHeaders: { origin: url },
    auth: { token },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

/** How long it takes until this is received; what has not come after ten seconds misses every limit. */
export function waitForEvent(socket: Socket, event: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(Infinity), TIMEOUT_MS);
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(performance.now() - began);
    });
  });
}

export async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and query ~* '^\\s*listen'",
  );
  return rows[0]?.count ?? 0;
}

export async function measureShutdowns(shops: readonly Shop[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const shop of shops) {
    const began = performance.now();
    const code = await shop.end("SIGTERM");
    figures.push(
      toNoneFigure("did not leave in good order", code === 0 ? [] : [String(code)]),
      toTimeFigure("gone after SIGTERM", performance.now() - began, GONE_WITHIN_MS),
    );
  }
  return figures;
}

const GONE_WITHIN_MS = 2_000;

export const TIMEOUT_MS = 10_000;
