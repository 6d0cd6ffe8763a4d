import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Command } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { closeAfterLastResponse } from "#platform/http/graceful-close.ts";
import type { Metrics } from "#platform/observe/metrics.ts";
import {
  createOperatorAddress,
  prepareOperatorFolder,
  writeOperatorAddress,
} from "#platform/operator/operator-address.ts";
import { serve } from "./serve-operator.ts";

export interface OperatorSocket {
  close(): Promise<void>;
}

const isPipe = process.platform === "win32";

/**
 * Listens for the operator beside the data, never on the public port: who may read the folder is the operator
 * (security §7). `GET /commands` says what there is, `POST /run` does it
 * and reports its progress, a line of JSON at a time; `GET /metrics` has the figures of this process.
 * When another process of the shop listens there already, this one leaves it to that. @throws UnsafeOperatorSocket
 */
export async function openOperatorSocket(
  context: Context,
  commands: readonly Command[],
  metrics: Pick<Metrics, "contentType" | "text"> | null = null,
): Promise<OperatorSocket> {
  const { dataDir } = context.config;
  const address = createOperatorAddress(dataDir);
  prepareOperatorFolder(dataDir, address);
  if (await isListening(address)) {
    context.log.info({ address }, "another process of the shop listens for the operator");
    return { close: async () => {} };
  }
  if (!isPipe) rmSync(address, { force: true });
  const server = createServer((request, response) => {
    if (metrics && request.method === "GET" && request.url === "/metrics")
      void sendMetrics(metrics, response);
    else void serve(context, commands, request, response);
  });
  await listenPrivately(server, address);
  writeOperatorAddress(dataDir, address);
  return { close: closeAfterLastResponse(server) };
}

async function sendMetrics(metrics: Pick<Metrics, "contentType" | "text">, response: ServerResponse) {
  const text = await metrics.text().catch(() => null);
  if (text === null) return void response.writeHead(500).end();
  response.writeHead(200, { "content-type": metrics.contentType }).end(text);
}

/** The mask makes the socket private from its first moment on. */
async function listenPrivately(server: Server, address: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(before);
  }
  await once(server, "listening");
  if (!isPipe) chmodSync(address, 0o600);
}

/** A socket file outlives a killed process, so it is knocked at. */
function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probeSocket = connect(address);
    probeSocket.once("connect", () => {
      probeSocket.destroy();
      resolve(true);
    });
    probeSocket.once("error", () => resolve(false));
  });
}
