import { fetchInTime, type FetchOptions, SILENCE_LIMIT_MS } from "#client/fetch-in-time.ts";
import { saveFile } from "#client/save-file.ts";
import type * as v from "valibot";
import type { CommandData } from "#contract/command-data.ts";
import { HOUR, MINUTE, SECOND } from "#contract/time.ts";
import {
  type DescribedCommand,
  type SignInKind,
  IDLE_HEADER,
  type SuggestedValue,
  type NewsLine,
  type OwnSignIn,
  type Refusal,
  type CommandRun,
  type RunLine,
  type RunReply,
  type SignInResult,
  type Task,
  TOKEN_HEADER,
  type View,
} from "../calls.ts";
import { entrance, session } from "./session.ts";

/** Thrown if a call failed or was refused. The message is for the user. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly code: Refusal["error"]["code"] | "no answer";

  constructor(code: DeskError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export function getMessage(cause: unknown): string {
  if (!(cause instanceof DeskError)) throw cause;
  return cause.message;
}

export const signIn = (key: string): Promise<SignInResult> => readOnce("/api/session", asJson({ key }));

export const signOut = (): Promise<unknown> => readOnce("/api/session", { method: "DELETE" });

export const callSignInApi = <Answer>(name: string, body: object = {}): Promise<Answer> =>
  readOnce(`/api/${name}`, asJson(body));

export const fetchOwnSignIn = (): Promise<OwnSignIn> => readWithRetry("/api/me");

export const fetchSession = (): Promise<Omit<SignInResult, "token">> => readWithRetry("/api/session");

export const fetchCommands = (): Promise<DescribedCommand[]> => readWithRetry("/api/commands");

export const fetchValues = (kind: string, prefix: string, signal: AbortSignal): Promise<SuggestedValue[]> =>
  readWithRetry(`/api/values?${new URLSearchParams({ kind, begin: prefix }).toString()}`, { signal });

export const fetchTasks = (): Promise<Task[]> => readWithRetry("/api/tasks");

/** The maximum time in ms until the response to a check of the whole shop begins. */
export const CHECK_TIMEOUT_MS = 5 * MINUTE;

interface ViewOptions {
  signal?: AbortSignal;
  beginsWithinMs?: number | undefined;
}

export type CommandOutput = Extract<RunReply, { outcome: "done" }>["result"];

/** Returns the data of a read-only command, or its output if it has no data. @throws DeskError if it fails */
export async function view<Data>(command: View, options?: ViewOptions): Promise<Data> {
  const output = await viewOutput(command, options);
  return (output.data ?? output) as Data;
}

export async function viewOutput(
  command: View,
  { signal, beginsWithinMs }: ViewOptions = {},
): Promise<CommandOutput> {
  const sent = { ...asJson(command), ...(signal && { signal }), beginsWithinMs };
  const reply = await readWithRetry<RunReply>("/api/view", sent);
  if (reply.outcome === "done") return reply.result;
  if (reply.outcome === "passkey" && (await proof.ask(reply.message))) return viewOutput(command);
  throw new DeskError("refused", reply.outcome === "confirm" ? reply.question : reply.message);
}

/** Runs a command. If the response is lost, asks for the task's result instead of running the command again. */
export async function run(
  command: Omit<CommandRun, "task">,
  onProgress: (line: RunLine) => void = () => {},
): Promise<FinishedRun> {
  const reply = await runOnce(command, onProgress);
  if (reply.outcome !== "passkey") return reply;
  if (await proof.ask(reply.message)) return run(command, onProgress);
  return {
    outcome: "refused",
    message: "Nothing was done, because you did not confirm with your passkey.",
  };
}

/** Runs a command like `run`. If the call fails, returns the error as if the shop had refused the command. */
export const tryRun = (...sent: Parameters<typeof run>): Promise<FinishedRun> =>
  run(...sent).catch((cause: unknown) => ({ outcome: "refused", message: getMessage(cause) }));

async function runOnce(
  run: Omit<CommandRun, "task">,
  onProgress: (line: RunLine) => void,
): Promise<FinishedRun> {
  const task = crypto.randomUUID();
  try {
    const response = await sendRequest("/api/run", asJson({ ...run, task }));
    for await (const line of readLines<RunLine>(response)) {
      if ("outcome" in line) return { ...line, task };
      onProgress(line);
    }
  } catch (cause) {
    if (!isUnanswered(cause)) throw cause;
  }
  onProgress({ progress: CHECKING_RESULT });
  return { ...(await findOutcome(task)), task };
}

/** `ProofDialog` replaces `ask` with a function that asks for the passkey and resolves to true if the user confirms. */
export const proof = {
  ask: async (_message: string): Promise<boolean> => false,
};

/** The result of a command. `task` is the id of its task, which is needed to download the files that it wrote. */
export type FinishedRun = RunReply & { task?: string };

export const getData = <Schema extends v.GenericSchema>(
  _of: CommandData<Schema>,
  reply: FinishedRun,
): v.InferOutput<Schema> | null => (reply.outcome === "done" ? reply.result.data : null);

const RETRY_AFTER_MS = 1_500;

async function findOutcome(task: string): Promise<RunReply> {
  const { start } = session.get() ?? {};
  let lastResponseAt = Date.now();
  for (;;) {
    const now = await fetchSession().catch(toNull);
    const tasks = now && (await fetchTasks().catch(toNull));
    if (tasks) lastResponseAt = Date.now();
    if (now && tasks) {
      if (now.start !== start) return { outcome: "failed", message: DESK_RESTARTED };
      const matchingTask = tasks.find((each) => each.task === task);
      if (!matchingTask) return { outcome: "failed", message: NEVER_ARRIVED };
      if (matchingTask.reply) return matchingTask.reply;
    }
    if (session.get() === null) return { outcome: "failed", message: DESK_RESTARTED };
    if (Date.now() - lastResponseAt >= SILENCE_LIMIT_MS) return { outcome: "failed", message: DESK_SILENT };
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

const NEVER_ARRIVED =
  "The connection was lost before the desk received your command. Nothing was done. Please try again.";
const DESK_RESTARTED =
  "The desk was closed before it sent the result. Look at “Who did what” in the Settings before you try again.";

const CHECKING_RESULT = "The desk is not responding. Trying to get the result";
const DESK_SILENT =
  "The desk stopped responding, and your command may have been carried out. Look at “Who did what” in the Settings before you try again.";

const isUnanswered = (cause: unknown): boolean => cause instanceof DeskError && cause.code === "no answer";

const toNull = (cause: unknown): null => {
  if (cause instanceof DeskError) return null;
  throw cause;
};

/** Files that a retry does not upload again. `start` identifies the run of the desk that received them. */
const uploads = new WeakMap<File, { id: string; start: string | undefined; at: number }>();

/** Uploads a file. The shop reads lists as CSV, so an Excel file is converted first. @throws DeskError */
export async function upload(
  chosen: File,
  { signal, onSent = () => {} }: { signal?: AbortSignal; onSent?: (bytes: number) => void } = {},
): Promise<string> {
  const { start } = session.get() ?? {};
  const earlier = uploads.get(chosen);
  if (earlier && earlier.start === start && Date.now() - earlier.at < HOUR) return earlier.id;
  const file = /\.xlsx$/i.test(chosen.name) ? await convertExcel(chosen) : chosen;
  const uploaded = await readOnce<{ file: string }>(`/api/files?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
    ...(signal && { signal }),
    onSent,
  });
  uploads.set(chosen, { id: uploaded.file, start, at: Date.now() });
  return uploaded.file;
}

/** Sends a file like `fetchInTime`, and reports the bytes that were sent, which `fetch` cannot. */
const sendFile = (path: string, { body, headers, signal, onSent }: DeskRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let silence = setTimeout(abort, SILENCE_LIMIT_MS);
    request.upload.addEventListener("progress", ({ loaded }) => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_LIMIT_MS);
      onSent?.(loaded);
    });
    // The browser also sends this event after an error or an abort. The status is then 0.
    request.addEventListener("loadend", () => {
      clearTimeout(silence);
      if (request.status === 0) reject(new Error("The upload was interrupted."));
      else resolve(new Response(request.responseText, { status: request.status }));
    });
    signal?.addEventListener("abort", abort);
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    request.send(body ?? null);
  });

async function convertExcel(file: File): Promise<File> {
  const { toCsvFile } = await import("./spreadsheet.ts").catch(failUnanswered());
  return toCsvFile(file).catch(({ message }: Error) => {
    throw new DeskError("refused", message);
  });
}

export async function openFile(task: string, name: string): Promise<void> {
  const address = `/api/files?task=${task}&name=${encodeURIComponent(name)}`;
  // A blob can be on the browser's disk. A backup with all pictures may be larger than the memory.
  const content = await readWithRetry(address, {}, (response) => response.blob());
  const type = name.endsWith(".pdf") ? "application/pdf" : "application/octet-stream";
  saveFile(new Blob([content], { type }), name);
}

/** Returns the output of a command if it is a CSV file (it begins with a byte order mark), otherwise null. */
export const getPrintedCsv = (reply: FinishedRun): string | null => {
  const message = reply.outcome === "done" ? reply.result.message : undefined;
  return message?.startsWith("\uFEFF") ? message : null;
};

/** Yields the events of the shop and of this desk until the connection breaks. */
export async function* listenForNews(signal: AbortSignal): AsyncGenerator<NewsLine> {
  yield* readLines<NewsLine>(await sendRequest("/api/news", { signal }), signal);
}

async function* readLines<Line>(response: Response, signal?: AbortSignal): AsyncGenerator<Line> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value = "" } = (await reader?.read().catch(failUnanswered(signal))) ?? { done: true };
    if (done) return;
    const lines = (buffer + value).split("\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as Line;
  }
}

type ReadContent<Content> = (response: Response) => Promise<Content>;

const takeJson = (response: Response) => response.json();

/** Makes a read-only call. If no response arrives, repeats it once, because the connection may have been lost. */
async function readWithRetry<Content>(
  path: string,
  sent: DeskRequest = {},
  take: ReadContent<Content> = takeJson,
): Promise<Content> {
  return readOnce(path, sent, take).catch((cause: unknown) => {
    if (!isUnanswered(cause)) throw cause;
    return readOnce(path, sent, take);
  });
}

async function readOnce<Content>(
  path: string,
  sent: DeskRequest,
  take: ReadContent<Content> = takeJson,
): Promise<Content> {
  const response = await sendRequest(path, sent);
  return take(response).catch(failUnanswered(sent.signal));
}

const asJson = (body: unknown): DeskRequest => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

let pressedAt = Date.now();

for (const press of ["pointerdown", "keydown", "click"])
  addEventListener(press, () => void (pressedAt = Date.now()), { capture: true, passive: true });

const getIdle = (): string => String(Math.max(0, Math.floor((Date.now() - pressedAt) / SECOND)));

interface DeskRequest extends Omit<FetchOptions, "headers"> {
  headers?: Record<string, string>;
  beginsWithinMs?: number | undefined;
  onSent?: (bytes: number) => void;
}

async function sendRequest(
  path: string,
  { headers, beginsWithinMs, onSent, ...sent }: DeskRequest,
): Promise<Response> {
  const token = session.get()?.token;
  const signed = { ...headers, [IDLE_HEADER]: getIdle(), ...(token && { [TOKEN_HEADER]: token }) };
  const request = { ...sent, headers: signed };
  const response = await (
    onSent ? sendFile(path, { ...request, onSent }) : fetchInTime(path, request, beginsWithinMs)
  ).catch(failUnanswered(sent.signal));
  if (response.ok) return response;
  const { error } = ((await response.json().catch(() => null)) as Refusal | null) ?? {
    error: {
      code: "refused" as const,
      message: "The response of the desk could not be read. Please try again.",
    },
  };
  if (error.entrance) entrance.set(error.entrance);
  if (response.status === 401) session.set(null);
  throw new DeskError(error.code, error.message);
}

/** The advice for the user if the desk is not responding, with one text for each method of signing in. */
export const SILENCE_ADVICE: Readonly<Record<SignInKind, string>> = {
  address: "Check that the terminal in which the desk runs is still open.",
  passkey: "Check the internet connection of this device.",
};

const failUnanswered =
  (signal?: AbortSignal | null) =>
  (cause: unknown): never => {
    if (signal?.aborted) throw cause;
    throw new DeskError("no answer", `The desk is not responding. ${SILENCE_ADVICE[entrance.get()]}`);
  };
