import type pg from "pg";
import { getWork, type Work } from "../observe/current-work.ts";

/** What has no name is parsed at every use: there a comment costs nothing, and `begin` names its transaction by it. */
export function withComment(first: unknown): unknown {
  const work = first === "begin" || isPlain(first) ? getWork() : undefined;
  if (!work) return first;
  if (first === "begin") return `begin ${describeInSql(work)}`;
  return { ...(first as pg.QueryConfig), text: `${(first as pg.QueryConfig).text} ${describeInSql(work)}` };
}

/** A query as Drizzle sends it; what has a name of its own, or is a cursor, is left alone. */
export const isPlain = (given: unknown): given is { text: string } =>
  typeof given === "object" &&
  given !== null &&
  Object.getPrototypeOf(given) === Object.prototype &&
  "text" in given &&
  typeof given.text === "string" &&
  !("name" in given && given.name !== undefined);

const comments = new Map<string, string>();

/** What a statement says of it, in a comment that neither part can end: `action='POST%20%2Fapi%2Forders',request_id='8F3K2M9QXA'`. */
export function describeInSql({ id, name }: Work): string {
  let action = comments.get(name);
  if (action === undefined) comments.set(name, (action = encodeURIComponent(name).replaceAll("'", "%27")));
  return `/*action='${action}',request_id='${id}'*/`;
}
