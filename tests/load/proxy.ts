import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

/**
 * - `pass`: everything goes through.
 * - `hold`: everything waits, nothing is lost: a frozen machine. What waits goes on with `pass`.
 * - `swallow`: connections stay open, and nothing arrives any more, for the current ones also after `pass`.
 * - `refuse`: those there are end, and new ones end at once.
 * - `babble`: the same, and new ones receive nonsense first.
 */
export type ProxyMode = "pass" | "hold" | "swallow" | "refuse" | "babble";

/** A TCP path to another port of this machine, which can be spoiled while it is in use. */
export interface Proxy {
  port: number;
  /** Turns to a mode from now on. Returns how many connections there are. */
  turnTo(mode: ProxyMode): number;
  /** New connections go to another port. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Connections with their other sides: null once swallowed. */
type Pairs = Map<Socket, Socket | null>;

export async function openProxy(firstPort: number): Promise<Proxy> {
  const pairs: Pairs = new Map();
  let targetPort = firstPort;
  let mode: ProxyMode = "pass";
  const server = createServer((client) => {
    client.on("error", () => {});
    client.once("close", () => pairs.delete(client));
    pairs.set(client, null);
    if (mode === "refuse") client.destroy();
    else if (mode === "babble") client.end("\u0000no server you know\r\n");
    else if (mode === "pass" || mode === "hold") join(pairs, client, targetPort, mode);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    leadTo(port) {
      targetPort = port;
    },
    turnTo(next) {
      mode = next;
      for (const [client, target] of pairs) {
        if (next === "swallow") pairs.set(client, null);
        if (next === "refuse" || next === "babble") client.destroy();
        for (const end of [client, target]) {
          if (next === "hold") end?.pause();
          else end?.resume();
        }
      }
      return pairs.size;
    },
    async close() {
      for (const client of pairs.keys()) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function join(pairs: Pairs, client: Socket, targetPort: number, mode: ProxyMode): void {
  const target = connect(targetPort, "127.0.0.1");
  pairs.set(client, target);
  target.on("error", () => client.destroy());
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    from.on("data", (chunk) => {
      if (pairs.get(client) === target) to.write(chunk);
    });
    from.once("close", () => to.destroy());
    if (mode === "hold") from.pause();
  }
}

/** The same address, by way of the proxy. */
export function toProxyUrl(url: string, { port }: Proxy): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
}
