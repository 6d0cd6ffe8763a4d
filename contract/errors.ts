import { readFields, readEntries, readText } from "./read.ts";

export const SOMETHING_WENT_WRONG = "Something went wrong.";

export const TOO_MANY_REQUESTS = "Too many requests. Please try again in a few minutes.";

export const UNAUTHORIZED = "Unauthorized! Please log in.";

/** An error in one field of the request. `path` is a dotted path such as `address.city`. */
export interface FieldError {
  path: string;
  message: string;
}

/** The body of an error response of the API. `message` and `error` are the same sentence, `code` is for programs. */
export interface ErrorEnvelope {
  success: false;
  code: string;
  message: string;
  error: string;
  requestId: string;
  fields?: FieldError[];
  details?: unknown;
}

/** An expected error as plain data, which can be sent to another thread and written into a page. */
export interface PlainError {
  status: number;
  code: string;
  message: string;
}

/**
 * The error of a failed call. `status` is the HTTP status of the response; 0 if no complete response arrived, or if the
 * browser's own code failed.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The reason phrase of the status, such as `Bad Request`. It is empty over HTTP/2. */
  readonly statusText: string;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly details: unknown;
  /** True if the response contained a message. Otherwise, the message is a default such as `HTTP 404`. */
  readonly spoken: boolean;

  /** `envelope` is the parsed response body. Other backends send `message`, `error` or neither (§7). */
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

  /** Returns the error as plain data. `new ApiError(plain.status, plain)` restores its status, code and message. */
  toPlain(): PlainError {
    const { status, code, message } = this;
    return { status, code, message };
  }
}

function parseFieldError(value: unknown): FieldError | null {
  const { path, message } = readFields(value);
  return typeof path === "string" && typeof message === "string" ? { path, message } : null;
}

/** True if the shop may have executed the call: no usable response arrived, or the shop or a proxy failed (D102). */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.code !== "unsuccessful" &&
  (failure.status < 400 || failure.status >= 500);
