import path from "node:path";

export const isDatabaseAway = (cause: unknown): boolean =>
  cause instanceof Error && classifyDatabaseError(cause) === "unavailable";

/** Returns the kind of a database error; null for any other error. Drizzle wraps the driver's error as `cause`. */
export function classifyDatabaseError(cause: Error): "input" | "conflict" | "unavailable" | null {
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as { code?: unknown }).code;
  const lostCodes =
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT)$/;
  if (typeof code === "string" && lostCodes.test(code)) return "unavailable";
  if (typeof code === "string" && SQL_STATE.test(code)) {
    if (code.startsWith("22")) return "input";
    if (code === "23505") return "conflict";
    // A replica, or a primary that was demoted, returns 25006.
    return /^(08|40|53|57|55P03|25006)/.test(code) ? "unavailable" : null;
  }
  const lostMessages =
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/;
  return lostMessages.test(inner.message) ? "unavailable" : null;
}

export const getSqlState = (error: unknown): string | undefined => findDatabaseError(error)?.code;

/** An SQLSTATE of PostgreSQL contains a digit, unlike Node's error code `EPIPE`, which also has five characters. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export const findDatabaseError = (error: unknown): CodedError | undefined => findCoded(error, SQL_STATE);

interface CodedError {
  code: string;
  constraint?: string;
  path?: string;
}

/** Returns the error, or the first of its causes, whose code matches `form`. */
function findCoded(error: unknown, form: RegExp): CodedError | undefined {
  if (!(error instanceof Error)) return undefined;
  const isCoded = "code" in error && typeof error.code === "string" && form.test(error.code);
  return isCoded ? (error as Error & CodedError) : findCoded(error.cause, form);
}

export function describeFullDisk(
  error: unknown,
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
): string | null {
  const { code, path: file } = findCoded(error, /./) ?? {};
  const describeFullDiskOf = (disk: string) =>
    `Nothing can be written: the disk of ${disk} is full. Free some space, for example old backups, then try again.`;
  if (code === "ENOSPC" || code === "EDQUOT")
    return describeFullDiskOf(file === undefined ? dataDir : path.dirname(file));
  if (code === "53100")
    return describeFullDiskOf(databaseUrl === undefined ? dataDir : "the server of DATABASE_URL");
  if (code !== "25006") return null;
  // The embedded engine returns SQLSTATE 25006 if the disk is full. A read-only PostgreSQL server returns it too.
  return databaseUrl === undefined
    ? describeFullDiskOf(dataDir)
    : "Nothing can be written, because DATABASE_URL leads to a replica or a read-only server.";
}
