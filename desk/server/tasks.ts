import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream, rmSync } from "node:fs";
import { readdir, rmdir } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type * as v from "valibot";
import { HOUR } from "#contract/time.ts";
import { sendCommand, ShopNotRunning } from "#platform/operator/operator-client.ts";
import type {
  DescribedCommand,
  OperatorProgress,
  OperatorReply,
  TypedCommand,
} from "#platform/operator/protocol.ts";
import type { RunLine, RunReply, runSchema, Task, View } from "../calls.ts";
import { createOwnFolder } from "./own-folder.ts";

type Run = v.InferOutput<typeof runSchema>;

/** The sender of a command: name and role, or the session from which the shop reads both. */
export type Signature = Pick<TypedCommand, "osUser" | "name" | "role" | "session">;

/** The shop runs the command if the option named by `onlyWith` is missing. */
type LocalCommand = DescribedCommand & { onlyWith?: string };

/** Commands that the desk runs without the shop. */
export interface LocalCommands {
  commands: readonly LocalCommand[];
  run(command: TypedCommand, onProgress: (progress: OperatorProgress) => void): Promise<OperatorReply>;
}

interface TasksSettings {
  /** The operator's socket of the shop. */
  address: string;
  dataDir: string;
  local: LocalCommands | null;
  onChange: () => void;
}

/** A task with the folder into which its command writes. */
type Begun = Task & { folder: string };

const MAX_TASKS = 100;
const KEEP_FILES_MS = 12 * HOUR;
export const LARGEST_UPLOAD = 64 * 1024 * 1024;

/**
 * Manages the tasks of one person at this desk. A task belongs to the desk's process, not to a tab, and the shop
 * finishes it even without the desk. Files are passed through a private folder beside the data; the shop rejects all
 * other files.
 */
export function createTasks({ address, dataDir, local, onChange }: TasksSettings) {
  const tasks = new Map<string, Begun>();
  const uploads = new Map<string, string>();
  const folder = createOwnFolder(dataDir);

  const send = createSender(address, local, folder.path);

  return {
    /** Runs a command that only reads. */
    view: (signature: Signature, { noun, verb = "", args = {}, options = {} }: View): Promise<RunReply> =>
      send(
        signature,
        { noun, verb, args, options, folder: folder.path, confirmed: true, readsOnly: true },
        () => {},
      ),

    /** Runs a command and reports its progress and result. A known task is not started again. */
    async run(signature: Signature, run: Run, sendLine: (line: RunLine) => void): Promise<void> {
      const { task: id, files, ...command } = run;
      const existing = tasks.get(id);
      if (existing)
        return sendLine(existing.reply ?? existing.progress ?? { progress: "This is already running." });
      const startedAt = new Date().toISOString();
      const started: Begun = {
        task: id,
        line: formatLine(command),
        startedAt,
        endedAt: null,
        progress: null,
        reply: null,
        folder: folder.create(id),
      };
      tasks.set(id, started);
      forgetOldest(tasks);
      onChange();
      const commandWithFiles = {
        ...command,
        ...replaceFiles(command, files, uploads),
        folder: started.folder,
      };
      const reply = await send(signature, commandWithFiles, (line) => {
        if ("outcome" in line) return;
        started.progress = line;
        sendLine(line);
        onChange();
      }).catch((cause: unknown): RunReply => ({
        outcome: "failed",
        message: `The desk failed: ${String(cause)}`,
      }));
      const writtenFiles = await listWritten(started.folder);
      started.reply = { ...reply, ...(writtenFiles.length > 0 && { files: writtenFiles }) };
      started.endedAt = new Date().toISOString();
      // A question is not a result, so the same task is started again with the answer.
      if (["confirm", "passkey", "usage"].includes(reply.outcome)) tasks.delete(id);
      sendLine(started.reply);
      onChange();
    },

    list: (): Task[] => [...tasks.values()].toReversed().map(({ folder: _folder, ...task }) => task),

    /** Stores an upload for a command; returns its id. */
    async upload(name: string, content: Readable): Promise<string> {
      const id = randomUUID();
      const place = folder.create(id);
      const file = path.join(place, toSafeName(name));
      await pipeline(content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
      folder.giveToShop(file);
      uploads.set(id, file);
      setTimeout(() => rmSync(place, { recursive: true, force: true }), KEEP_FILES_MS).unref();
      return id;
    },

    /** Returns a file written by a task; null if it does not exist. */
    open(task: string, name: string): ReadStream | null {
      const existing = tasks.get(task);
      return existing?.reply?.files?.includes(name)
        ? createReadStream(path.join(existing.folder, name))
        : null;
    },

    close: (): void => folder.close(),
  };
}

export type Tasks = ReturnType<typeof createTasks>;

/** Returns a function that runs a command here if it is a local one, otherwise in the shop. */
const createSender =
  (address: string, local: LocalCommands | null, filesIn: string) =>
  (
    signature: Signature,
    typed: Omit<TypedCommand, keyof Signature>,
    tell: (line: RunLine) => void,
  ): Promise<RunReply> => {
    const signed = { ...typed, ...signature, filesIn };
    const isLocal = ({ noun, verb, onlyWith }: LocalCommand) =>
      noun === typed.noun &&
      verb === typed.verb &&
      (onlyWith === undefined || typed.options?.[onlyWith] !== undefined);
    const command = local?.commands.find(isLocal);
    // The shop rejects commands that are not views.
    if (local && command && (command.reads || !typed.readsOnly)) return local.run(signed, tell);
    return sendCommand(address, signed, tell).catch((cause: unknown): RunReply => {
      if (!(cause instanceof ShopNotRunning)) throw cause;
      return { outcome: "refused", message: `Nothing was done. ${cause.message}` };
    });
  };

/** Formats the command without personal data. */
const formatLine = ({ noun, verb, args, options }: Omit<Run, "task" | "files">): string =>
  [noun, verb, ...Object.values(args), ...Object.keys(options).map((name) => `--${name}`)]
    .filter(Boolean)
    .join(" ");

/** Replaces the ids of uploads with their paths; names of arguments begin with an @. */
function replaceFiles(
  { args, options }: Pick<Run, "args" | "options">,
  files: Run["files"],
  uploads: ReadonlyMap<string, string>,
) {
  const replaced = { args: { ...args }, options: { ...options } };
  for (const [name, ids] of Object.entries(files)) {
    const paths = ids.flatMap((id) => uploads.get(id) ?? []).join("\n");
    if (name.startsWith("@")) replaced.args[name.slice(1)] = paths;
    else replaced.options[name] = paths;
  }
  return replaced;
}

/** Removes the oldest finished tasks; running tasks stay. */
function forgetOldest(tasks: Map<string, Begun>): void {
  for (const [id, { reply, folder }] of tasks) {
    if (tasks.size <= MAX_TASKS) return;
    if (reply === null) continue;
    tasks.delete(id);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listWritten(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) await rmdir(folder).catch(() => {});
  return names.toSorted((first, other) => first.localeCompare(other));
}

/** Returns the name of an uploaded file without parts that could lead to another folder. */
const toSafeName = (name: string): string =>
  path
    .basename(name.replaceAll("\\", "/"))
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^\.+/, "")
    .slice(-80) || "file";
