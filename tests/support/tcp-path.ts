import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A path to a server that can break in the ways a network does, without a word to either end. */
export interface TcpPath {
  /** The same URL, over this path. */
  url: string;
  /** Lets nothing pass over the open connections, ever; new ones work. */
  swallowOpenOnes(): void;
  /** Nothing passes at all; new connections are taken and receive nothing. */
  freeze(): void;
  /** Delivers everything that was held back. */
  thaw(): void;
  close(): Promise<void>;
}

export async function openTcpPath(to: string): Promise<TcpPath> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const pass = (from: Socket, into: Socket) => {
    sockets.add(from);
    from.pipe(into);
    from.on("error", () => into.destroy());
    from.on("close", () => {
      sockets.delete(from);
      into.destroy();
    });
    if (isFrozen) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(to);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallowOpenOnes() {
      for (const socket of sockets) socket.unpipe().removeAllListeners("close").resume();
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
