import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, gt, inArray } from "drizzle-orm";
import { getOwn } from "#contract/read.ts";
import { SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { outbox } from "../database/tables.ts";
import { closeAfterLastResponse } from "../http/graceful-close.ts";
import type { Metrics } from "../observe/metrics.ts";
import {
  createOperatorAddress,
  isPipe,
  prepareOperatorFolder,
  writeOperatorAddress,
} from "./operator-address.ts";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import {
  describeCommand,
  labelFields,
  type SuggestedValue,
  type OperatorEvent,
  type OperatorProgress,
  type OperatorReply,
  type TypedCommand,
  typedCommandSchema,
} from "./protocol.ts";
import { type Command, CommandRefused, type ValueKind } from "./command.ts";
import { parseRole, toRole } from "./roles.ts";
import { type DeskPeople, peopleCallSchema, SESSION_OVER, TooManyAttempts } from "./desk-people.ts";
import { runCommand, type SentCommand } from "./run-command.ts";

export type OperatorSocket = Awaited<ReturnType<typeof openOperatorSocket>>;

type ListValues = (context: Context, prefix: string) => Promise<SuggestedValue[]>;

export const MAX_VALUES = 50;

export type ValueLists = Partial<Record<ValueKind, ListValues>>;

interface SocketServices {
  metrics?: Pick<Metrics, "contentType" | "text">;
  values?: ValueLists;
  topics?: OperatorTopics;
  readFile?: (context: Context, address: string) => Promise<{ type: string; bytes: Buffer } | null>;
  people?: DeskPeople | undefined;
}

/**
 * Opens the socket for operator commands. Access to the socket, which only the shop's user has, grants operator rights
 * (security §7). Does nothing if another process already listens. @throws UnsafeOperatorSocket
 */
export async function openOperatorSocket(
  context: Context,
  commands: readonly Command[],
  served: SocketServices = {},
): Promise<{ close(): Promise<void> }> {
  const { dataDir } = context.config;
  const address = createOperatorAddress(dataDir);
  prepareOperatorFolder(dataDir, address);
  if (await isListening(address)) {
    context.log.info({ address }, "another process of the shop already runs the operator's commands");
    return { close: async () => {} };
  }
  if (!isPipe) rmSync(address, { force: true });
  const closing = new AbortController();
  const server = createServer((request, response) => {
    void serve(context, commands, request, response, { ...served, closing: closing.signal });
  });
  await listenPrivately(server, address);
  writeOperatorAddress(dataDir, address);
  const closeServer = closeAfterLastResponse(server);
  return {
    close() {
      closing.abort();
      return closeServer();
    },
  };
}

/** Sets the umask first, so that other users never have access to the socket. */
async function listenPrivately(server: Server, address: string): Promise<void> {
  const previous = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(previous);
  }
  await once(server, "listening");
  if (!isPipe) chmodSync(address, 0o600);
}

/** True if a process listens. The socket's file proves nothing, because it remains after its process was killed. */
function isListening(address: string): Promise<boolean> {
  const probeSocket = connect(address);
  return once(probeSocket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => probeSocket.destroy());
}

async function serve(
  context: Context,
  commands: readonly Command[],
  request: IncomingMessage,
  response: ServerResponse,
  served: SocketServices & { closing: AbortSignal },
) {
  const write = (line: unknown) => void response.write(`${JSON.stringify(line)}\n`);
  // Ignore write errors, so that the command continues after its client has disconnected.
  response.on("error", () => {});
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  try {
    if (request.method === "POST" && request.url === "/run") {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      write(await handleRun(context, commands, request, write, served.people, disconnected.signal));
    } else if (request.method === "POST" && request.url === "/people" && served.people) {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(JSON.stringify(await answerPeople(context, served.people, await text(request))));
    } else if (request.method === "GET")
      await handleGet(context, commands, request.url ?? "", response, {
        ...served,
        disconnected: disconnected.signal,
      });
    else response.writeHead(404);
  } catch (cause) {
    // A command that only reads was stopped, because its client has disconnected. This is not an error.
    if (disconnected.signal.aborted && cause === disconnected.signal.reason) return;
    context.log.error({ err: cause }, "operator request failed");
    write({ outcome: "failed", message: SOMETHING_WENT_WRONG });
  }
  response.end();
}

async function handleGet(
  context: Context,
  commands: readonly Command[],
  url: string,
  response: ServerResponse,
  {
    metrics,
    values = {},
    topics,
    readFile,
    closing,
    disconnected,
  }: SocketServices & Record<"closing" | "disconnected", AbortSignal>,
): Promise<void> {
  const { pathname, searchParams } = new URL(url, "http://operator");
  if (pathname === "/commands") {
    const role = parseRole(searchParams.get("role"));
    const allowed = commands.map((command) => toRole(command, role)).filter((command) => command !== null);
    response.writeHead(200, { "content-type": "application/json" });
    response.write(JSON.stringify(allowed.map(describeCommand)));
  } else if (pathname === "/values") {
    const knownValues = await listValues(context, values, searchParams);
    response.writeHead(200, { "content-type": "application/json" }).write(JSON.stringify(knownValues));
  } else if (pathname === "/metrics" && metrics) {
    const text = await metrics.text().catch(() => null);
    if (text === null) return void response.writeHead(500);
    response.writeHead(200, { "content-type": metrics.contentType }).write(text);
  } else if (pathname === "/news" && topics) {
    response.writeHead(200, { "content-type": "application/x-ndjson" }).flushHeaders();
    const endSignal = AbortSignal.any([closing, disconnected]);
    const send = (event: unknown) =>
      void response.write(event === null ? "\n" : `${JSON.stringify(event)}\n`);
    await followNews(context, topics, send, endSignal);
  } else {
    const file = (await readFile?.(context, pathname)) ?? null;
    if (file === null) return void response.writeHead(404);
    response.writeHead(200, { "content-type": file.type }).write(file.bytes);
  }
}

async function handleRun(
  context: Context,
  commands: readonly Command[],
  request: IncomingMessage,
  write: (line: OperatorProgress) => void,
  people: DeskPeople | undefined,
  signal: AbortSignal,
): Promise<OperatorReply> {
  const command = v.safeParse(v.pipe(v.string(), v.parseJson(), typedCommandSchema), await text(request));
  if (!command.success) return { outcome: "unknown", message: "The shop could not read this command." };
  const sent = await toSent(context, command.output, people);
  if (sent === null) return { outcome: "refused", message: SESSION_OVER };
  const input = sent.readsOnly ? { ...sent, signal } : sent;
  const reply = await runCommand(context, commands, input, (progress, done, of) =>
    write({ progress, done, of }),
  );
  return sent.role === undefined ? reply : labelFields(reply, sent.noun);
}

async function toSent(
  context: Context,
  { session, ...command }: TypedCommand,
  people: DeskPeople | undefined,
): Promise<SentCommand | null> {
  if (session === undefined) return command;
  const person = (await people?.identify(context, session)) ?? null;
  if (person === null) return null;
  const { name, role, isProved } = person;
  return { ...command, name, role, isProved };
}

async function answerPeople(context: Context, people: DeskPeople, sent: string) {
  try {
    const { call, body } = v.parse(v.pipe(v.string(), v.parseJson(), peopleCallSchema), sent);
    return { done: (await people.answer(context, call, body)) ?? null };
  } catch (cause) {
    if (cause instanceof TooManyAttempts) return { refused: cause.message, retryAfterMs: cause.retryAfterMs };
    if (cause instanceof CommandRefused) return { refused: cause.message };
    if (v.isValiError(cause))
      return { refused: "The shop could not read this request. Please reload the page." };
    throw cause;
  }
}

async function listValues(
  context: Context,
  values: ValueLists,
  query: URLSearchParams,
): Promise<SuggestedValue[]> {
  const kind = query.get("kind") as ValueKind;
  // A packer may list only products, because the other lists may contain personal data.
  if (parseRole(query.get("role")) === "packer" && kind !== "product") return [];
  return (await getOwn(values, kind)?.(context, query.get("begin") ?? "")) ?? [];
}

/** The outbox topics that are sent to desks, and the kind of event for each. */
export type OperatorTopics = Readonly<Record<string, OperatorEvent["news"]>>;

const POLL_EVERY_MS = SECOND;

/** Each poll reads the last 10 s again, because the rows of a long transaction become visible later than newer rows. */
const LOOK_BACK_MS = 10 * SECOND;

const MAX_AT_ONCE = 500;

/** Sends events to a desk, or null as a keep-alive. Polls the outbox, so that a slow desk never delays an order. */
async function followNews(
  { db, log }: Pick<Context, "db" | "log">,
  topics: OperatorTopics,
  send: (event: OperatorEvent | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<string, number>();
  const startedAt = Date.now();
  while (!signal.aborted) {
    const sinceMs = Math.max(startedAt, Date.now() - LOOK_BACK_MS);
    try {
      for (const { topic, payload, createdAt } of await readSince({ db }, Object.keys(topics), sinceMs)) {
        // The outbox has one row for each subscriber of an event, so skip rows of an event that was already sent.
        const event = [topic, createdAt.getTime(), JSON.stringify(payload)].join(" ");
        if (sent.has(event)) continue;
        sent.set(event, sinceMs);
        const eventOf = topics[topic];
        if (eventOf) send({ news: eventOf, ...pickOrder(payload) });
      }
      send(null);
    } catch (err) {
      log.warn({ err }, "the new events for the desk could not be read");
    }
    for (const [event, at] of sent) if (at < sinceMs - LOOK_BACK_MS) sent.delete(event);
    await pause(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const readSince = ({ db }: Pick<Context, "db">, topics: string[], sinceMs: number) =>
  db
    .select({ topic: outbox.topic, payload: outbox.payload, createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(gt(outbox.id, toFirstId(sinceMs)), inArray(outbox.topic, topics)))
    .orderBy(asc(outbox.id))
    .limit(MAX_AT_ONCE);

/** Returns the smallest id that could be generated at this time. Ids begin with their creation time. */
function toFirstId(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Only the id of the order is sent, because the desk loads the order with a command. */
const pickOrder = (payload: unknown): { orderId?: string } => {
  const { orderId } = payload as { orderId?: unknown };
  return typeof orderId === "string" ? { orderId } : {};
};
