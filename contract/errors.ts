import { readFields, readEntries, readText } from "./read.ts";

/** The message when the shop itself has failed. */
export const SOMETHING_WENT_WRONG = "Something went wrong.";

/** The answer to a call beyond a rate limit, where nothing better can be said. */
export const TOO_MANY_REQUESTS = "Too many requests. Please try again in a few minutes.";

/** The answer to a call without a session where one is needed. */
export const UNAUTHORIZED = "Unauthorized! Please log in.";

/** An error in one field of what was sent; `path` is dotted, as in `address.city`. */
export interface FieldError {
  path: string;
  message: string;
}

/**
 * The body of every answer that is not 2xx, the framework's own included.
 * `message` and `error` are the same sentence for people; `code` is for programs.
 */
export interface ErrorEnvelope {
  success: false;
  code: string;
  message: string;
  error: string;
  requestId: string;
  fields?: FieldError[];
  details?: unknown;
}

/** An expected failure where it travels as data: between threads, and in a page that the server made. */
export interface PlainError {
  status: number;
  code: string;
  message: string;
}

/** The browser's side of an answer that was not 2xx, or of no answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** The words beside the status, as `Bad Request`; empty over HTTP/2. */
  readonly statusText: string;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly details: unknown;
  /** Whether the message came from the shop, or is only our word for the status. */
  readonly spoken: boolean;

  /** `envelope` is whatever body came with the status; another backend says `message` or `error`, or neither (§7). */
  constructor(status: number, envelope: unknown, statusText = "") {
    const { message, error, code, fields, details } = readFields(envelope);
    const text = (typeof message === "string" && message) || (typeof error === "string" && error);
    super(text || `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.statusText = statusText;
    this.code = readText(code, "unknown");
    this.fields = readEntries(fields, parseFieldError);
    this.details = details;
    this.spoken = Boolean(text);
  }

  /** The error as data; `new ApiError(plain.status, plain)` is the way back. */
  toPlain(): PlainError {
    const { status, code, message } = this;
    return { status, code, message };
  }
}

function parseFieldError(given: unknown): FieldError | null {
  const { path, message } = readFields(given);
  return typeof path === "string" && typeof message === "string" ? { path, message } : null;
}
