import type { Api } from "../support/api.ts";
import type { Customer } from "../support/customer.ts";
import { Known } from "./hostile-values.ts";

/** One call as someone might send it. */
export interface Case {
  method: Parameters<Api["inject"]>[0]["method"];
  path: string;
  who: "guest" | "one" | "two";
  params: Record<string, unknown>;
  query: [name: string, value: unknown][];
  body?: unknown;
  headers: Record<string, string>;
}

const pickName = ({ number }: Known, names: readonly string[]): string => names[number % names.length] ?? "";

/** Escapes a value for an address; one that is escaped already stays, and a single `%` may break it. */
function toAddressPart(value: unknown, names: readonly string[]): string {
  const text = value instanceof Known ? pickName(value, names) : String(value);
  return /^[\w%.]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function replaceKnown(value: unknown, names: readonly string[]): unknown {
  if (value instanceof Known) return pickName(value, names);
  if (Array.isArray(value)) return value.map((item) => replaceKnown(item, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceKnown(inner, names)]));
}

export function request(
  { method, path, who, params, query, body, headers: given }: Case,
  names: readonly string[],
  customers: Record<Case["who"], Customer | null>,
): Parameters<Api["inject"]>[0] {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toAddressPart(params[name], names));
  const search = query.map(([name, value]) => `${name}=${toAddressPart(value, names)}`).join("&");
  const as = customers[who];
  return {
    method,
    url: search ? `${url}?${search}` : url,
    headers: given,
    ...(body !== undefined && { body: replaceKnown(body, names) }),
    ...(as && { as }),
  };
}
