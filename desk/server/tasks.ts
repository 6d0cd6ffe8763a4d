import { createReadStream, type ReadStream, rmSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type * as v from "valibot";
import { sendCommand, ShopNotRunning } from "#platform/operator/operator-client.ts";
import type {
  DescribedCommand,
  OperatorProgress,
  OperatorReply,
  TypedCommand,
} from "#platform/operator/protocol.ts";
import { measureFolder } from "#platform/storage/disk-space.ts";
import type { RunLine, RunReply, runSchema, Task, viewSchema } from "../calls.ts";
import { createOwnFolder } from "./own-folder.ts";
import { createUploads } from "./uploads.ts";

type CommandRun = v.InferOutput<typeof runSchema>;
type CommandView = v.InferOutput<typeof viewSchema>;

/** The sender of a command: a name and a role, or a session, by which the shop finds the name and role. */
export type Signature = Pick<TypedCommand, "osUser" | "name" | "role" | "session">;

type LocalCommand = DescribedCommand & { onlyWith?: string };

export interface LocalCommands {
  commands: readonly LocalCommand[];
  run(command: TypedCommand, onProgress: (progress: OperatorProgress) => void): Promise<OperatorReply>;
}

interface TasksSettings {
  address: string;
  dataDir: string;
  local: LocalCommands | null;
  onChange: () => void;
}

type StartedTask = Task & { folder: string };

const MAX_TASKS = 100;

/** The tasks of one person in one role. They continue when the tab is closed. They can read no files except uploads. */
export function createTasks({ address, dataDir, local, onChange }: TasksSettings) {
  const tasks = new Map<string, StartedTask>();
  const folder = createOwnFolder(dataDir);
  const uploads = createUploads(folder);
  const send = createSender(address, local, folder.path);
  const begin = (id: string, { noun, verb, args, options }: Omit<CommandRun, "task" | "files">) => {
    const started: StartedTask = {
      task: id,
      command: `${noun} ${verb}`.trim(),
      entered: { ...args, ...Object.fromEntries(Object.keys(options).map((name) => [name, "on"])) },
      startedAt: new Date().toISOString(),
      endedAt: null,
      progress: null,
      reply: null,
      folder: folder.create(id),
    };
    tasks.set(id, started);
    forgetOldest(tasks);
    onChange();
    return started;
  };

  return {
    view(signature: Signature, { files, ...view }: CommandView, signal: AbortSignal): Promise<RunReply> {
      const named = replaceFiles(view, files, uploads.find);
      const typed = { ...view, ...named, folder: folder.path, confirmed: true, readsOnly: true };
      return send(signature, typed, () => {}, signal);
    },

    async run(signature: Signature, run: CommandRun, sendLine: (line: RunLine) => void): Promise<void> {
      const { task: id, files, ...command } = run;
      const existing = tasks.get(id);
      if (existing)
        return sendLine(existing.reply ?? existing.progress ?? { progress: "This task is already running." });
      const started = begin(id, command);
      const typed = { ...command, ...replaceFiles(command, files, uploads.find), folder: started.folder };
      const reply = await send(signature, typed, (line) => {
        if ("outcome" in line) return;
        started.progress = line;
        sendLine(line);
        onChange();
      }).catch((cause: unknown): RunReply => ({
        outcome: "failed",
        message: `The desk failed (${String(cause)}), and your command may have been carried out. Look at “Who did what” in the Settings before you run it again.`,
      }));
      const writtenFiles = await listWritten(started.folder);
      if (await isLarge(started)) await deleteLargeFiles([...tasks.values()]);
      started.reply = { ...reply, ...(writtenFiles.length > 0 && { files: writtenFiles }) };
      started.endedAt = new Date().toISOString();
      // Nothing has run, so remove the task: this was a dry run, or the user must first confirm or correct the input.
      if (command.dryRun || ["confirm", "passkey", "usage"].includes(reply.outcome)) tasks.delete(id);
      sendLine(started.reply);
      onChange();
    },

    list: (): Task[] => [...tasks.values()].toReversed().map(({ folder: _folder, ...task }) => task),

    upload: uploads.add,

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

const createSender =
  (address: string, local: LocalCommands | null, filesIn: string) =>
  (
    signature: Signature,
    typed: Omit<TypedCommand, keyof Signature>,
    tell: (line: RunLine) => void,
    signal?: AbortSignal,
  ): Promise<RunReply> => {
    const signed = { ...typed, ...signature, filesIn };
    const isLocal = ({ noun, verb, onlyWith }: LocalCommand) =>
      noun === typed.noun &&
      verb === typed.verb &&
      (onlyWith === undefined || typed.options?.[onlyWith] !== undefined);
    const command = local?.commands.find(isLocal);
    // If `readsOnly` is set, a local command that changes data does not run here. The shop receives and rejects it.
    if (local && command && (command.reads || !typed.readsOnly)) return local.run(signed, tell);
    return sendCommand(address, signed, tell, signal).catch((cause: unknown): RunReply => {
      if (!(cause instanceof ShopNotRunning)) throw cause;
      return { outcome: "refused", message: `Nothing was done. ${cause.message}` };
    });
  };

function replaceFiles(
  { args, options }: Pick<CommandRun, "args" | "options">,
  files: CommandRun["files"],
  findFile: (id: string) => string | undefined,
) {
  const replaced = { args: { ...args }, options: { ...options } };
  for (const [name, ids] of Object.entries(files)) {
    const paths = ids.flatMap((id) => findFile(id) ?? []).join("\n");
    if (name.startsWith("@")) replaced.args[name.slice(1)] = paths;
    else replaced.options[name] = paths;
  }
  return replaced;
}

function forgetOldest(tasks: Map<string, StartedTask>): void {
  for (const [id, { reply, folder }] of tasks) {
    if (tasks.size <= MAX_TASKS) return;
    if (reply === null) continue;
    tasks.delete(id);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A backup with all pictures is usually larger than this, and other written files are smaller. */
const LARGE_BYTES = 50_000_000;

const isLarge = async ({ folder }: StartedTask): Promise<boolean> =>
  (await measureFolder(folder).catch(() => 0)) >= LARGE_BYTES;

/** Deletes the large files of finished tasks, so that old backups do not fill the disk. */
async function deleteLargeFiles(tasks: readonly StartedTask[]): Promise<void> {
  for (const task of tasks) {
    if (!task.reply?.files || !(await isLarge(task))) continue;
    // If a folder cannot be deleted, ignore the error. The task that has just ended must not fail because of it.
    await rm(task.folder, { recursive: true, force: true }).catch(() => {});
    const { files: _files, ...reply } = task.reply;
    task.reply = reply;
  }
}

/** Lists the files that a command has written into the folder. Deletes the folder if it is empty. */
async function listWritten(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) await rmdir(folder).catch(() => {});
  return entries
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .toSorted((first, other) => first.localeCompare(other));
}
