import type { FieldError } from "#contract/errors.ts";

/** A "no" of the HTTP layer itself: thrown anywhere below a route, sent by `sendError`. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: EnvelopeExtra;

  constructor(status: number, code: string, message: string, extra: EnvelopeExtra = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

interface EnvelopeExtra {
  fields?: FieldError[];
  details?: unknown;
  headers?: Record<string, string>;
}

export const RETRY_SOON = { headers: { "retry-after": "2" } };

/** The answer to a change that another site's page asks for. */
export const createForeignOriginRefusal = () =>
  new HttpRefusal(403, "foreign_origin", "This request came from another site.");

/** Said while more people come than the process can serve in time. */
export const createBusyRefusal = (retryAfterMs: number) =>
  new HttpRefusal(503, "busy", "Many people are in the shop right now. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

/** Said to a network address that asks too often. */
export const createTooManyRefusal = (retryAfterMs: number) =>
  new HttpRefusal(429, "too_many", "Too many requests at once. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

/** The answer to an address, or a method, that leads nowhere. */
export const createNotFoundRefusal = () => new HttpRefusal(404, "not_found", NOTHING_HERE);

/** The answer to a method that an address does not have. */
export function createNotAllowedRefusal(methods: readonly string[]): HttpRefusal {
  const allow = methods.join(", ");
  return new HttpRefusal(405, "method_not_allowed", `This address answers to ${allow} only.`, {
    headers: { allow },
  });
}

export const NOTHING_HERE = "There is nothing at this address.";
