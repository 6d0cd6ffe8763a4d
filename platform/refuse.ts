import type { Endpoint, RefusalOf } from "#contract/endpoint.ts";
import type { FieldError } from "#contract/errors.ts";

/** An expected "no", on its way to the caller. Which sentence it says is in the endpoint's `refusals`. */
export class Refused<Code extends string = string> {
  readonly code: Code;
  readonly extra: RefusalExtra;

  constructor(code: Code, extra: RefusalExtra) {
    this.code = code;
    this.extra = extra;
  }
}

export interface RefusalExtra {
  /** Said instead of the declared sentence, when the reason is known more exactly. */
  message?: string;
  fields?: FieldError[];
  details?: unknown;
  retryAfterMs?: number;
}

/** Says no with one of the endpoint's declared refusals. Return it; it is not thrown. */
export const refuse = <const Code extends string>(code: Code, extra: RefusalExtra = {}): Refused<Code> =>
  new Refused(code, extra);

export const isRefused = <T>(outcome: T): outcome is Extract<T, Refused> => outcome instanceof Refused;

/** Carries a refusal out of a transaction, so that it rolls back. `rollBackIfRefused` catches it. */
class RefusedInside extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** Runs `work` in a transaction; a refusal returned by it undoes everything it wrote. */
export async function rollBackIfRefused<Tx, T>(
  transact: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      const outcome = await work(tx);
      if (isRefused(outcome)) throw new RefusedInside(outcome);
      return outcome;
    });
  } catch (cause) {
    if (cause instanceof RefusedInside) return cause.refused as T;
    throw cause;
  }
}

export type AnyRefusal<E extends Endpoint> = Refused<RefusalOf<E>>;
