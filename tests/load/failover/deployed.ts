import { readFileSync } from "node:fs";
import path from "node:path";

const DEPLOY = path.resolve(import.meta.dirname, "../../../deploy");

/** A file of deploy/. */
export const readDeployed = (file: string): string => readFileSync(path.join(DEPLOY, file), "utf8");

/** One with a variable on each line, as systemd reads it. */
export function readEnvironment(file: string, change = (text: string) => text): Record<string, string> {
  const lines = readDeployed(file).split("\n");
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => {
        const at = line.indexOf("=");
        return [line.slice(0, at), change(line.slice(at + 1))];
      }),
  );
}

/** Without the places on a server, which the environment says, and with sockets in `folder`. */
export const readPatroniConfig = (folder: string): string =>
  readDeployed("patroni/patroni.yml")
    .replaceAll("/var/run/postgresql", folder)
    .replaceAll("/etc/patroni/tls", folder)
    .replaceAll(/^ {2}(data_dir|bin_dir|pgpass):.*\n/gm, "");
