/** What a person reads when the shop itself is at fault. */
export const SOMETHING_WENT_WRONG = "Something went wrong.";

/** A fault in one field of what was sent; `path` is dotted, as in `address.city`. */
export interface FieldFault {
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
  fields?: FieldFault[];
  details?: unknown;
}

/** The browser's side of an answer that was not 2xx, or of no answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldFault[];
  readonly details: unknown;
  /** Whether the message came from the shop, or is only our word for the status. */
  readonly spoken: boolean;

  constructor(status: number, envelope: Partial<ErrorEnvelope> | null) {
    super(envelope?.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = envelope?.code ?? "unknown";
    this.fields = envelope?.fields ?? [];
    this.details = envelope?.details;
    this.spoken = typeof envelope?.message === "string";
  }
}
