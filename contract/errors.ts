import { readFields, readEntries, readText } from "./read.ts";

/** The message of an unexpected error of the server. */
export const SOMETHING_WENT_WRONG = "Something went wrong.";

/** The default message when a rate limit is exceeded. */
export const TOO_MANY_REQUESTS = "Too many requests. Please try again in a few minutes.";

/** The error of a call without the session that it needs. */
export const UNAUTHORIZED = "Unauthorized! Please log in.";

/** An error in one field of the request; `path` is dotted, as in `address.city`. */
export interface FieldError {
  path: string;
  message: string;
}

/**
 * The body of every response that is not 2xx, including the framework's. `message` and `error` are the same sentence
 * for people; `code` is for programs.
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

/** An expected error as plain data: between threads, and in a page rendered on the server. */
export interface PlainError {
  status: number;
  code: string;
  message: string;
}

/** A response that was not 2xx, or a request without a response (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** The status text, for example `Bad Request`; empty over HTTP/2. */
  readonly statusText: string;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly details: unknown;
  /** True if the message is from the shop, and not the default text of the status. */
  readonly spoken: boolean;

  /** `envelope` is the body of the response in any form. Other backends send `message`, `error` or neither (§7). */
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

  /** Returns the error as data; `new ApiError(plain.status, plain)` restores it. */
  toPlain(): PlainError {
    const { status, code, message } = this;
    return { status, code, message };
  }
}

function parseFieldError(value: unknown): FieldError | null {
  const { path, message } = readFields(value);
  return typeof path === "string" && typeof message === "string" ? { path, message } : null;
}
