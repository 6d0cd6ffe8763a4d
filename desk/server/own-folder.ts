import { randomUUID } from "node:crypto";
import { chownSync, mkdirSync, rmSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { connect, createServer, type NetConnectOpts } from "node:net";
import path from "node:path";
import { MINUTE } from "#contract/time.ts";
import { createOperatorAddress, prepareOperatorFolder } from "#platform/operator/operator-address.ts";

/** A private folder in `DATA_DIR/desk` for the files of one person in one role. It is deleted when the desk closes. */
interface OwnFolder {
  path: string;
  create(name: string): string;
  /** If the desk runs as root, makes the user of the shop's process the owner of a file, so the shop can use it. */
  giveToShop(file: string): void;
  close(): void;
}

/**
 * Creates the folder, and deletes the folders of desks that were killed. A socket for each folder shows whether its
 * desk is running. A process id is not enough, because ids are reused and are not unique across containers.
 */
export function createOwnFolder(dataDir: string): OwnFolder {
  const { uid, gid } = statSync(dataDir);
  const giveToShop = (file: string) => {
    if (process.geteuid?.() === 0 && uid !== 0) chownSync(file, uid, gid);
  };
  const createFolder = (folder: string): string => {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    giveToShop(folder);
    return folder;
  };
  const parentFolder = createFolder(path.join(dataDir, "desk"));
  const ownFolder = createFolder(path.join(parentFolder, `${process.pid}-${randomUUID().slice(0, 8)}`));
  const address = createOperatorAddress(ownFolder);
  prepareOperatorFolder(ownFolder, address);
  const sign = createServer((socket) => socket.destroy())
    .on("error", () => {})
    .listen(address);
  sign.unref();
  void deleteLeftovers(parentFolder, path.basename(ownFolder)).catch(() => {});
  return {
    path: ownFolder,
    create: (name) => createFolder(path.join(ownFolder, name)),
    giveToShop,
    close() {
      sign.close();
      rmSync(ownFolder, { recursive: true, force: true });
      if (path.dirname(address) !== ownFolder)
        rmSync(path.dirname(address), { recursive: true, force: true });
    },
  };
}

const FOLDER = /^(\d+)-[0-9a-f]{8}$/;
const ADDRESS = /^address-(\d+)$/;

const KEY_WORKS_MS = 10 * MINUTE;

async function deleteLeftovers(parentFolder: string, ownFolder: string): Promise<void> {
  const names = await readdir(parentFolder);
  let others = 0;
  for (const name of names.filter((each) => FOLDER.test(each) && each !== ownFolder)) {
    if (await isRunning(path.join(parentFolder, name))) others += 1;
    else await rm(path.join(parentFolder, name), { recursive: true, force: true });
  }
  for (const name of names) {
    const [, port] = ADDRESS.exec(name) ?? [];
    const file = path.join(parentFolder, name);
    if (port === undefined || (await probe({ host: "127.0.0.1", port: Number(port) })) !== "refused")
      continue;
    // A running desk in another container may have written this file. Keep it until its sign-in link has expired.
    if (others === 0 || (await getAge(file)) > KEY_WORKS_MS) await rm(file, { force: true });
  }
}

async function isRunning(folder: string): Promise<boolean> {
  const address = createOperatorAddress(folder);
  const response = await probe({ path: address });
  if (response === "refused") {
    if (path.dirname(address) !== folder) await rm(path.dirname(address), { recursive: true, force: true });
    return false;
  }
  if (response !== "nothing there") return true;
  // The socket is missing. If the process exists or the folder is new, assume that the desk is still starting.
  const pid = Number(FOLDER.exec(path.basename(folder))?.[1]);
  return isProcess(pid) || (await getAge(folder)) < MINUTE;
}

type Answer = "open" | "refused" | "nothing there" | "unknown";

function probe(at: NetConnectOpts): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(at);
    socket.once("connect", () => {
      socket.destroy();
      resolve("open");
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code === "ECONNREFUSED" ? "refused" : code === "ENOENT" ? "nothing there" : "unknown"),
    );
  });
}

const getAge = async (file: string): Promise<number> => Date.now() - (await stat(file)).mtimeMs;

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
