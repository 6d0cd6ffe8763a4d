import { describeListenError } from "#platform/checks/proxy.ts";
import type { Config } from "#platform/config/config.ts";
import { REFUSED_BY_POOLER, EarlierVersionRunning, MigrationError } from "#platform/database/migrate.ts";
import { FolderInUse } from "#platform/database/embedded/engine.ts";
import { ProcessConflict } from "#platform/processes/live-processes.ts";
import { UnsafeOperatorSocket } from "#platform/operator/operator-address.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { SharedDataFolder } from "#platform/storage/private-files.ts";
import { SampleSeller } from "#shop/catalogue/server/index.ts";

const ownerErrors = [
  EarlierVersionRunning,
  FolderInUse,
  MigrationError,
  ProcessConflict,
  SampleSeller,
  SharedDataFolder,
  StorageFailure,
  UnsafeOperatorSocket,
];

/** Returns a message that tells the owner why the shop cannot open. Returns null if the cause is a bug in the shop. */
export function describeStartupError(
  cause: unknown,
  { port, host, metrics }: Pick<Config, "port" | "host" | "metrics">,
): string | null {
  if (ownerErrors.some((kind) => cause instanceof kind)) return (cause as Error).message;
  const { code, message, ...at } = cause as NodeJS.ErrnoException & { port?: number; hostname?: string };
  if (at.syscall === "listen" && metrics && at.port === metrics.port && code === "EADDRINUSE")
    return `METRICS_PORT=${metrics.port} is in use by another program. Choose another port, or remove the setting.`;
  if ((at.syscall === "listen" && at.port === port) || at.hostname === host)
    return describeListenError(code, port, host);
  if (code === "ECONNREFUSED" || code === "ETIMEDOUT" || code === "ENOTFOUND") {
    return `The PostgreSQL server of DATABASE_URL is not responding (${message}). Check that it is running and that the address is right.`;
  }
  return loginErrors[code ?? ""] ?? null;
}

/** True if the next start would fail too. False for a temporary cause, such as a port or a lock that is in use. */
export const isLasting = (cause: unknown): boolean =>
  cause instanceof SampleSeller ||
  cause instanceof SharedDataFolder ||
  (cause instanceof MigrationError && cause.cause === undefined);

const badAccount = "PostgreSQL does not accept the user and password of DATABASE_URL. Correct them.";

const loginErrors: Record<string, string> = {
  "28P01": badAccount,
  "28000": badAccount,
  [REFUSED_BY_POOLER]:
    "DATABASE_URL leads to PgBouncer. Set DATABASE_POOLER_URL to that address, and DATABASE_URL to that of PostgreSQL or HAProxy: " +
    "see docs/owners/scale.md.",
  "25006":
    "Nothing can be written to the database: the disk of DATA_DIR is full, or DATABASE_URL leads to a replica.",
  "3D000": "The PostgreSQL server has no database of the name in DATABASE_URL. Create it first.",
};
