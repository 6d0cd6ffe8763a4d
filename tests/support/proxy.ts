import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";
import { listenLocally } from "./processes.ts";

/**
 * - `pass` forwards all data.
 * - `hold` delays all data, like a frozen machine. The next `pass` forwards the delayed data.
 * - `swallow` keeps connections open but drops their data, even after the next `pass`.
 */
type ProxyMode = "pass" | "hold" | "swallow";

/** A TCP proxy that can imitate failures while connections are open. */
export interface Proxy {
  port: number;
  /** Changes the mode, also for open connections. Returns the number of open connections. */
  setMode(mode: ProxyMode): number;
  setTarget(port: number): void;
  close(): Promise<void>;
}

type Pairs = Map<Socket, Socket | null>;

export async function openProxy(firstPort: number): Promise<Proxy> {
  const pairs: Pairs = new Map();
  let targetPort = firstPort;
  let mode: ProxyMode = "pass";
  const server = createServer((client) => {
    client.on("error", () => {});
    client.once("close", () => pairs.delete(client));
    pairs.set(client, null);
    if (mode !== "swallow") join(pairs, client, targetPort, mode);
  });
  return {
    port: await listenLocally(server),
    setTarget(port) {
      targetPort = port;
    },
    setMode(next) {
      mode = next;
      for (const [client, target] of pairs) {
        if (next === "swallow") pairs.set(client, null);
        for (const end of [client, target]) {
          if (next === "hold") end?.pause();
          else end?.resume();
        }
      }
      return pairs.size;
    },
    async close() {
      for (const client of pairs.keys()) client.destroy();
      await once(server.close(), "close");
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

export function toProxyUrl(url: string, { port }: Proxy): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
}
