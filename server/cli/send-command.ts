import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import {
  type DescribedCommand,
  describedCommandSchema,
  type KnownValue,
  knownValuesSchema,
  lineSchema,
  type TypedCommand,
  type OperatorProgress,
  type OperatorReply,
} from "#platform/operator/protocol.ts";

/** No shop listens on the operator's socket, or this user may not open it. */
export class ShopNotRunning extends Error {}

/** Ctrl-C: whoever typed it no longer waits. */
export class Interrupted extends Error {
  constructor() {
    super(
      "The shop goes on with it, to its end. How it ended: npm run shop -- audit list --of operators\n" +
        "An import that you do not want is taken back by importing the earlier files.",
    );
  }
}

const reasons: Record<string, string> = {
  EACCES: "You may not talk to this shop: its data folder belongs to another user.",
  EPERM: "You may not talk to this shop: its data folder belongs to another user.",
};

const describeNotRunning = (address: string) =>
  `The shop is not running (nobody answers at ${address}).\n` +
  "Start it with: npm start\nIf it runs with another DATA_DIR, set the same one here.";

/** Every command of the running shop. @throws ShopNotRunning */
export const fetchCommands = async (address: string): Promise<DescribedCommand[]> =>
  v.parse(v.array(describedCommandSchema), JSON.parse(await text(await ask(address, "GET", "/commands"))));

/** What the running shop has of a kind. @throws ShopNotRunning */
export async function fetchValues(address: string, kind: string, begin: string): Promise<KnownValue[]> {
  const query = new URLSearchParams({ kind, begin });
  return v.parse(
    knownValuesSchema,
    JSON.parse(await text(await ask(address, "GET", `/values?${query.toString()}`))),
  );
}

/** Has a command run and receives its progress. @throws ShopNotRunning, and Interrupted on Ctrl-C */
export async function sendCommand(
  address: string,
  typed: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
): Promise<OperatorReply> {
  const waiting = new AbortController();
  const interrupt = () => waiting.abort();
  process.once("SIGINT", interrupt);
  try {
    const answer = await ask(address, "POST", "/run", typed, waiting.signal);
    for await (const text of createInterface({ input: answer })) {
      const line = v.parse(lineSchema, JSON.parse(text));
      if ("outcome" in line) return line;
      onProgress(line);
    }
  } catch (cause) {
    if (waiting.signal.aborted) throw new Interrupted();
    if ((cause as NodeJS.ErrnoException).code !== "ECONNRESET") throw cause;
  } finally {
    process.off("SIGINT", interrupt);
  }
  if (waiting.signal.aborted) throw new Interrupted();
  return { outcome: "failed", message: BROKEN_OFF };
}

const BROKEN_OFF = "The shop closed before it was done. Look at what came of it before you say it again.";

/** HTTP over the socket; `fetch` cannot do that. */
function ask(
  address: string,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: address, method, path, ...(signal && { signal }) }, resolve);
    asking.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
      reject(new ShopNotRunning(reasons[code] ?? describeNotRunning(address)));
    });
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
