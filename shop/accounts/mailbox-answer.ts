import { readFields, isObject, readText } from "#contract/read.ts";

/** The answer of step 1 (§7). A backend that does not say whether it mailed a code counts as having done so. */
export function parseMailboxAnswer(body: unknown): { message: string; mailed: boolean } | undefined {
  if (!isObject(body)) return undefined;
  const { message, mailed } = readFields(body);
  return { message: readText(message), mailed: mailed !== false };
}
