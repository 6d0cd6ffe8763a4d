import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Command, ValueKind } from "./command.ts";
import type { Context } from "../context.ts";
import { closeAfterLastResponse } from "../http/graceful-close.ts";
import type { Metrics } from "../observe/metrics.ts";
import { createOperatorAddress, prepareOperatorFolder, writeOperatorAddress } from "./operator-address.ts";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import {
  describeCommand,
  type KnownValue,
  type OperatorProgress,
  type OperatorReply,
  typedCommandSchema,
} from "./protocol.ts";
import { runCommand } from "./run-command.ts";

export interface OperatorSocket {
  close(): Promise<void>;
}

/** Lists the values of one kind that the shop has and that begin like this, the likeliest first: MOST_VALUES at most. */
type ListValues = (context: Context, begin: string) => Promise<KnownValue[]>;

export const MOST_VALUES = 50;

export type KnownValues = Partial<Record<ValueKind, ListValues>>;

/** What the socket serves beside the commands. */
interface Served {
  metrics?: Pick<Metrics, "contentType" | "text">;
  values?: KnownValues;
}

const isPipe = process.platform === "win32";

/**
 * Listens for the operator beside the data, never on the public port: who may read the folder is the operator
 * (security §7). `GET /commands` says what there is, `GET /values` what may be named in it, `POST /run` does it
 * and reports its progress, a line of JSON at a time; `GET /metrics` has the figures of this process.
 * When another process of the shop listens there already, this one leaves it to that. @throws UnsafeOperatorSocket
 */
export async function openOperatorSocket(
  context: Context,
  commands: readonly Command[],
  { metrics, values = {} }: Served = {},
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
    else void serve(context, commands, values, request, response);
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

async function serve(
  context: Context,
  commands: readonly Command[],
  values: KnownValues,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // A reader that has gone away leaves its command running to the end.
  const write = (line: unknown) => void response.write(`${JSON.stringify(line)}\n`);
  response.on("error", () => {});
  try {
    if (request.method === "POST" && request.url === "/run") {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      write(await handleRun(context, commands, request, write));
    } else if (request.method === "GET" && request.url === "/commands") {
      response.writeHead(200, { "content-type": "application/json" });
      write(commands.map(describeCommand));
    } else if (request.method === "GET" && request.url?.startsWith("/values?")) {
      const known = await listValues(context, values, new URLSearchParams(request.url.slice(8)));
      response.writeHead(200, { "content-type": "application/json" });
      write(known);
    } else response.writeHead(404);
  } catch (cause) {
    context.log.error({ err: cause }, "operator request failed");
    write({ outcome: "failed", message: SOMETHING_WENT_WRONG });
  }
  response.end();
}

async function handleRun(
  context: Context,
  commands: readonly Command[],
  request: IncomingMessage,
  write: (line: OperatorProgress) => void,
): Promise<OperatorReply> {
  const typed = v.safeParse(v.pipe(v.string(), v.parseJson(), typedCommandSchema), await text(request));
  return typed.success
    ? runCommand(context, commands, typed.output, (progress, done, of) =>
        write({ progress, ...(done !== undefined && { done }), ...(of !== undefined && { of }) }),
      )
    : { outcome: "unknown", message: "This order cannot be read." };
}

async function listValues(
  context: Context,
  values: KnownValues,
  query: URLSearchParams,
): Promise<KnownValue[]> {
  const kind = query.get("kind") as ValueKind;
  return Object.hasOwn(values, kind) ? ((await values[kind]?.(context, query.get("begin") ?? "")) ?? []) : [];
}
