import { SECOND } from "#contract/time.ts";
import {
  type DescribedCommand,
  IDLE_HEADER,
  type KnownValue,
  type NewsLine,
  type Refusal,
  type Run,
  type RunLine,
  type RunReply,
  type SignedIn,
  type Task,
  TOKEN_HEADER,
  type View,
} from "../calls.ts";
import { session } from "./session.ts";

/** A call that the desk did not answer, or refused. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly code: Refusal["error"]["code"] | "no answer";

  constructor(code: DeskError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export const signIn = (key: string): Promise<SignedIn> => post("/api/session", { key });

export const signOut = (): Promise<unknown> => ask("/api/session", { method: "DELETE" });

export const fetchSession = async (): Promise<Omit<SignedIn, "token">> => (await ask("/api/session")).json();

export const fetchCommands = async (): Promise<DescribedCommand[]> => (await ask("/api/commands")).json();

export const fetchValues = async (kind: string, begin: string, signal: AbortSignal): Promise<KnownValue[]> =>
  (await ask(`/api/values?${new URLSearchParams({ kind, begin }).toString()}`, { signal })).json();

export const fetchTasks = async (): Promise<Task[]> => (await ask("/api/tasks")).json();

/** Reads something of the shop: the data of a command, as `--json` prints it. @throws DeskError, for a "no" of the shop too */
export async function view<Data>(command: View, signal?: AbortSignal): Promise<Data> {
  const reply = await post<RunReply>("/api/view", command, signal);
  if (reply.outcome === "done") return (reply.result.data ?? reply.result) as Data;
  throw new DeskError("refused", reply.outcome === "confirm" ? reply.question : reply.message);
}

/** Has something done. When the answer is lost, it is asked for what became of it: nothing is ever done twice. */
export async function run(
  run: Omit<Run, "task">,
  onProgress: (line: RunLine) => void = () => {},
): Promise<Done> {
  const task = crypto.randomUUID();
  try {
    const answer = await ask("/api/run", asJson({ ...run, task }));
    for await (const line of readLines<RunLine>(answer)) {
      if ("outcome" in line) return withTask(line, task);
      onProgress(line);
    }
  } catch (cause) {
    if (!(cause instanceof DeskError) || cause.code !== "no answer") throw cause;
  }
  return withTask(await findOutcome(task), task);
}

/** Which task wrote the files of a reply. */
export type Done = RunReply & { task?: string };

const withTask = (reply: RunReply, task: string): Done => ({ ...reply, task });

const ASK_AGAIN_MS = 1_500;

/** What became of a task whose answer was lost, from the desk itself as soon as it can be reached again. */
async function findOutcome(task: string): Promise<RunReply> {
  const { start } = session.get() ?? {};
  for (;;) {
    const now = await fetchSession().catch(toNull);
    const tasks = now && (await fetchTasks().catch(toNull));
    if (now && tasks) {
      if (now.start !== start) return { outcome: "failed", message: DESK_RESTARTED };
      const found = tasks.find((each) => each.task === task);
      if (!found) return { outcome: "failed", message: NEVER_ARRIVED };
      if (found.reply) return found.reply;
    }
    if (session.get() === null) return { outcome: "failed", message: DESK_RESTARTED };
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

const NEVER_ARRIVED = "The connection broke before the desk heard of it. Nothing was done: do it again.";
const DESK_RESTARTED =
  "The desk was closed before it said what came of it. Look before you do it again: the record of commands has it.";

const toNull = (cause: unknown): null => {
  if (cause instanceof DeskError) return null;
  throw cause;
};

/** Hands a file to the desk, to be named in a command. */
export async function upload(file: File): Promise<string> {
  const answer = await ask(`/api/files?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  return ((await answer.json()) as { file: string }).file;
}

/** Saves or opens a file that a task has written. */
export async function openFile(task: string, name: string): Promise<void> {
  const answer = await ask(`/api/files?task=${task}&name=${encodeURIComponent(name)}`);
  saveFile(name, await answer.arrayBuffer());
}

/** What a command has printed, where it is a spreadsheet: `--csv` begins with the mark of one. */
export const getPrintedCsv = (done: Done): string | null => {
  const message = done.outcome === "done" ? done.result.message : undefined;
  return message?.startsWith("\uFEFF") ? message : null;
};

/** Has the browser save a file, or open it beside the page where it can show it. */
export function saveFile(name: string, content: string | ArrayBuffer): void {
  const type = name.endsWith(".pdf") ? "application/pdf" : "application/octet-stream";
  const href = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** What happens in the shop and at this desk, until the connection breaks. Null says that it is still there. */
export async function* hearNews(signal: AbortSignal): AsyncGenerator<NewsLine> {
  yield* readLines<NewsLine>(await ask("/api/news", { signal }));
}

async function* readLines<Line>(answer: Response): AsyncGenerator<Line> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value = "" } = (await reader?.read().catch(failUnanswered)) ?? { done: true };
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as Line;
  }
}

const post = async <Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> =>
  (await ask(path, { ...asJson(body), ...(signal && { signal }) })).json();

const asJson = (body: unknown): Asking => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Opening the page is a press. */
let pressedAt = Date.now();

for (const press of ["pointerdown", "keydown", "click"])
  addEventListener(press, () => void (pressedAt = Date.now()), { capture: true, passive: true });

const getIdle = (): string => String(Math.max(0, Math.floor((Date.now() - pressedAt) / SECOND)));

type Asking = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

async function ask(path: string, { headers, ...init }: Asking = {}): Promise<Response> {
  const token = session.get()?.token;
  const answer = await fetch(path, {
    ...init,
    headers: { ...headers, [IDLE_HEADER]: getIdle(), ...(token && { [TOKEN_HEADER]: token }) },
  }).catch(failUnanswered);
  if (answer.ok) return answer;
  const { error } = ((await answer.json().catch(() => null)) as Refusal | null) ?? {
    error: { code: "refused" as const, message: "The desk did not understand this." },
  };
  if (answer.status === 401) session.set(null);
  throw new DeskError(error.code, error.message);
}

function failUnanswered(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new DeskError("no answer", "The desk does not answer. Is it still open in its terminal?");
}
