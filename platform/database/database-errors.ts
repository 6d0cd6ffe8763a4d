import path from "node:path";

export const isDatabaseAway = (cause: unknown): boolean =>
  cause instanceof Error && classifyDatabaseError(cause) === "unavailable";

/** Returns the kind of a database error; null for all other errors. Drizzle wraps the driver's error as `cause`. */
export function classifyDatabaseError(cause: Error): "input" | "conflict" | "unavailable" | null {
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as { code?: unknown }).code;
  // Check these codes before the SQLSTATEs, because EPIPE has five letters like a SQLSTATE.
  const lostCodes =
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT)$/;
  if (typeof code === "string" && lostCodes.test(code)) return "unavailable";
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) {
    if (code.startsWith("22")) return "input";
    if (code === "23505") return "conflict";
    if (
      code.startsWith("08") ||
      code.startsWith("40") ||
      code.startsWith("53") ||
      code.startsWith("57") ||
      code === "55P03" ||
      code === "25006" // A replica, or a primary that was demoted.
    ) {
      return "unavailable";
    }
    return null;
  }
  const lostMessages =
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/;
  return lostMessages.test(inner.message) ? "unavailable" : null;
}

/** Returns PostgreSQL's error code, such as `23505`; undefined if no query failed. */
export const getSqlState = (error: unknown): string | undefined => findDatabaseError(error)?.code;

export function findDatabaseError(error: unknown): { code: string; constraint?: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code))
    return error as Error & { code: string; constraint?: string };
  return findDatabaseError(error.cause);
}

/** Returns advice for the owner if a full disk or a read-only server has caused the error; otherwise null. */
export function describeFullDisk(
  error: unknown,
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
): string | null {
  const { code, path: file } = findCoded(error) ?? {};
  const describeFullDiskOf = (disk: string) =>
    `Nothing can be written: the disk of ${disk} is full. Free some space, for example old backups, then try again.`;
  if (code === "ENOSPC" || code === "EDQUOT")
    return describeFullDiskOf(file === undefined ? dataDir : path.dirname(file));
  if (code === "53100")
    return describeFullDiskOf(databaseUrl === undefined ? dataDir : "the server of DATABASE_URL");
  if (code !== "25006") return null;
  // The embedded engine returns SQLSTATE 25006 if the disk is full. A PostgreSQL server returns it if it is read-only.
  return databaseUrl === undefined
    ? describeFullDiskOf(dataDir)
    : "Nothing can be written, because DATABASE_URL leads to a replica or a read-only server.";
}

function findCoded(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error ? (error as NodeJS.ErrnoException) : findCoded(error.cause);
}
