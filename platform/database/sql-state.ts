/** The SQLSTATE of a failed query, e.g. `23505`; undefined for any other error. */
export const getSqlState = (error: unknown): string | undefined => findDatabaseError(error)?.code;

/** The database's own error behind a failed query; undefined for any other error. */
export function findDatabaseError(error: unknown): { code: string; constraint?: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code))
    return error as Error & { code: string; constraint?: string };
  return findDatabaseError(error.cause);
}
