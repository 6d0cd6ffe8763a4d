import type { Operation } from "#platform/http/api-docs/openapi.ts";
import type { Answered } from "../support/api.ts";
import { findMismatch } from "./schema-cases.ts";
import { document } from "./shop-document.ts";

export function findWrong(
  { status, body, headers: sent }: Answered,
  { responses }: Operation,
): string | null {
  const declared = responses[status];
  if (status >= 500 && (status !== 503 || !declared || "$ref" in declared)) return `answered ${status}`;
  if (!declared) return `answered ${status}, which the document does not list`;
  if (status < 400) return null;
  const header = status === 429 || status === 503 ? "retry-after" : status === 405 ? "allow" : null;
  if (header !== null && !sent[header]) return `answered ${status} without ${header}`;
  const different = findMismatch(body, document.components.schemas.Error);
  if (different !== null) return `answered ${status}, and ${different}`;
  const { message, error } = body;
  if (message !== error || !message) return `answered ${status} without a message`;
  return /Expected|received|undefined|\[object/.test(message)
    ? `answered in a machine's words: ${message}`
    : null;
}
