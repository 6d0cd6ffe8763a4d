import { readFileSync } from "node:fs";
import path from "node:path";

const DEPLOY = path.resolve(import.meta.dirname, "../../deploy");

export const readDeployed = (file: string): string => readFileSync(path.join(DEPLOY, file), "utf8");

interface Places {
  shared: string;
  folder: string;
  dataDir: string;
  port: string;
  socketDir: string;
  user: string;
}

/** Returns the pgBackRest settings that differ from deploy/pgbackrest/pgbackrest.conf. */
export const buildArchiveSettings = ({
  shared,
  folder,
  dataDir,
  port,
  socketDir,
  user,
}: Places): Record<string, string> => ({
  PGBACKREST_CONFIG: path.join(shared, "pgbackrest.conf"),
  PGBACKREST_REPO1_PATH: path.join(shared, "repository"),
  PGBACKREST_REPO1_CIPHER_PASS: "only-for-this-run",
  PGBACKREST_LOCK_PATH: path.join(folder, "lock"),
  PGBACKREST_LOG_PATH: folder,
  PGBACKREST_SPOOL_PATH: path.join(folder, "spool"),
  PGBACKREST_PG1_PATH: dataDir,
  PGBACKREST_PG1_PORT: port,
  PGBACKREST_PG1_SOCKET_PATH: socketDir,
  PGBACKREST_PG1_USER: user,
});
