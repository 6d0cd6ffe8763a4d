import * as v from "valibot";
import { ProviderUnavailable } from "../provider.ts";

/** Razorpay understood and said no; asked the same, it would say no again. `reason` is for the operator. */
export class RazorpayRefused extends ProviderUnavailable {
  readonly reason: string;

  constructor(reason: string) {
    super(`Razorpay refused: ${reason}`);
    this.reason = reason;
  }
}

/** Not even an answer, or one that is none. */
export class Outage extends ProviderUnavailable {
  constructor(reason: string) {
    super(`Razorpay cannot be asked: ${reason}`);
  }
}

export const isOutage = (cause: unknown) => cause instanceof Outage;

/** What the SDK throws: the status and the body's `error`, or a TypeError where it expected a body. */
export function toProviderUnavailable(thrown: unknown): ProviderUnavailable {
  const { statusCode, error } = v.parse(thrownSchema, thrown);
  if (statusCode === BAD_REQUEST && error !== undefined) return new RazorpayRefused(error.description);
  const reason = [statusCode > 0 && `HTTP ${statusCode}`, error?.description].filter(Boolean).join(", ");
  // A wrong key is not an outage: waiting does not cure it.
  return statusCode === 401 || statusCode === 403
    ? new ProviderUnavailable(`Razorpay does not accept the keys of this shop (${reason}).`)
    : new Outage(reason || "no answer");
}

const BAD_REQUEST = 400;

const thrownSchema = v.fallback(
  v.object({
    statusCode: v.number(),
    error: v.fallback(
      v.optional(
        v.object({
          description: v.pipe(
            v.string(),
            v.transform((reason) => reason.slice(0, 200)),
          ),
        }),
      ),
      undefined,
    ),
  }),
  { statusCode: 0, error: undefined },
);

export interface Failure extends Error {
  response?: { status: number; data: unknown };
}
