import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";

export interface NoPostgres {
  reason: string;
}

/** The folder of PostgreSQL's programs, not one that merely links to some of them. */
export function findPrograms(): string | undefined {
  const folder = findFolder();
  return folder && path.dirname(realpathSync(path.join(folder, "initdb")));
}

function findFolder(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const installed = readFolder(versions)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(versions, version, "bin"));
  return [...(process.env["PATH"] ?? "").split(path.delimiter), ...installed].find(
    (folder) => isRunnable(path.join(folder, "initdb")) && isRunnable(path.join(folder, "postgres")),
  );
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds the user to run the server as: ourselves, or someone harmless when we are root. */
export function findUnprivilegedUser(): { user?: { uid: number; gid: number } } | "none" {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    try {
      const ask = (flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
      return { user: { uid: ask("-u"), gid: ask("-g") } };
    } catch {
      // No such user: the next one.
    }
  }
  return "none";
}

export const formatSettings = (port: number, folder: string, isDurable: boolean) =>
  Object.entries({
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    shared_buffers: isDurable ? "512MB" : "64MB",
    synchronous_commit: "on", // else a crash forgets the last commits, also where no disk is waited for
    ...(!isDurable && { fsync: "off", full_page_writes: "off" }),
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
