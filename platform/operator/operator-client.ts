import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { buffer, text } from "node:stream/consumers";
import * as v from "valibot";
import {
  type DescribedCommand,
  describedCommandSchema,
  type SuggestedValue,
  knownValuesSchema,
  lineSchema,
  type OperatorEvent,
  operatorNewsSchema,
  type OperatorProgress,
  type OperatorReply,
  type TypedCommand,
} from "./protocol.ts";
import type { OperatorRole } from "./roles.ts";
import { peopleReplySchema } from "./desk-people.ts";

export class ShopNotRunning extends Error {}

const describeUnreachable = (address: string, code: string | undefined) =>
  code === "EACCES" || code === "EPERM"
    ? "You cannot use this shop, because its data folder belongs to another user. Log in as that user."
    : `The shop is not running (no answer at ${address}).\n` +
      "Start it with: npm start\nIf it runs with another DATA_DIR, set the same DATA_DIR here.";

export async function fetchCommands(
  address: string,
  role: OperatorRole = "owner",
  signal?: AbortSignal,
): Promise<DescribedCommand[]> {
  const response = await sendRequest(address, "GET", `/commands?role=${role}`, { signal });
  return v.parse(v.array(describedCommandSchema), JSON.parse(await text(response)));
}

/** Returns existing values that begin with `begin`, for the suggestions of a form field. @throws ShopNotRunning */
export async function fetchValues(
  address: string,
  query: { kind: string; begin: string; role: OperatorRole },
  signal: AbortSignal,
): Promise<SuggestedValue[]> {
  const href = `/values?${new URLSearchParams(query).toString()}`;
  const response = await sendRequest(address, "GET", href, { signal });
  return v.parse(knownValuesSchema, JSON.parse(await text(response)));
}

/** Runs a command in the shop. The abort signal stops only commands with `readsOnly`. @throws ShopNotRunning */
export async function sendCommand(
  address: string,
  command: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
  signal?: AbortSignal,
): Promise<OperatorReply> {
  const response = await sendRequest(address, "POST", "/run", { body: command, signal });
  try {
    for await (const text of createInterface({ input: response })) {
      const line = v.parse(lineSchema, JSON.parse(text));
      if ("outcome" in line) return line;
      onProgress(line);
    }
  } catch (cause) {
    if (signal?.aborted || (cause as NodeJS.ErrnoException).code !== "ECONNRESET") throw cause;
  }
  signal?.throwIfAborted();
  return { outcome: "failed", message: BROKEN_OFF };
}

const BROKEN_OFF = "The shop closed before the command finished. Check the result before you run it again.";

/** Calls `listener` with each event, or with null as a keep-alive, until the shop closes. @throws ShopNotRunning */
export async function listenForNews(
  address: string,
  listener: (event: OperatorEvent | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await sendRequest(address, "GET", "/news", { signal });
  for await (const line of createInterface({ input: response }))
    listener(line === "" ? null : v.parse(operatorNewsSchema, JSON.parse(line)));
}

/** Returns null if the file does not exist. @throws ShopNotRunning */
export async function fetchShopFile(
  address: string,
  path: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const response = await sendRequest(address, "GET", path);
  const bytes = await buffer(response);
  const type = response.headers["content-type"];
  return response.statusCode === 200 && type !== undefined ? { type, bytes } : null;
}

/** Thrown if a sign-in is refused. The message is for the person who signs in. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** @throws ShopNotRunning, SignInRefused */
export async function askPeople(address: string, call: string, body: unknown): Promise<unknown> {
  const response = await sendRequest(address, "POST", "/people", { body: { call, body } });
  if (response.statusCode !== 200)
    throw new SignInRefused("The shop could not do this. Please try again later, or ask your technician.");
  const reply = v.parse(peopleReplySchema, JSON.parse(await text(response)));
  if ("refused" in reply) throw new SignInRefused(reply.refused, reply.retryAfterMs);
  return reply.done;
}

/** Sends a request with `node:http`, because `fetch` does not support Unix sockets. */
function sendRequest(
  address: string,
  method: string,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: address, method, path, ...(signal && { signal }) }, resolve);
    asking.on("error", (cause: NodeJS.ErrnoException) => {
      const message = describeUnreachable(address, cause.code);
      reject(signal?.aborted ? cause : new ShopNotRunning(message, { cause }));
    });
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
