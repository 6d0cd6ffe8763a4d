import type { Endpoint, RefusalOf } from "#contract/endpoint.ts";
import type { FieldError } from "#contract/errors.ts";

/** An expected error that a handler returns. Its default message is in the contract's `refusals`. */
export class RequestRefused<Code extends string = string> {
  readonly code: Code;
  readonly extra: RefusalExtra;

  constructor(code: Code, extra: RefusalExtra) {
    this.code = code;
    this.extra = extra;
  }
}

interface RefusalExtra {
  message?: string;
  fields?: FieldError[];
  details?: unknown;
  retryAfterMs?: number;
}

/** Creates a refusal for a handler to return. Do not throw it. */
export const refuse = <const Code extends string>(
  code: Code,
  extra: RefusalExtra = {},
): RequestRefused<Code> => new RequestRefused(code, extra);

export const isRefused = <T>(result: T): result is Extract<T, RequestRefused> =>
  result instanceof RequestRefused;

class RollbackWithResult extends Error {
  readonly outcome: unknown;

  constructor(result: unknown) {
    super("rolled back");
    this.outcome = result;
  }
}

type RunTransaction<Tx> = <R>(callback: (tx: Tx) => Promise<R>) => Promise<R>;

export async function rollBackIf<Tx, T>(
  transact: RunTransaction<Tx>,
  callback: (tx: Tx) => Promise<T>,
  isUndone: (result: T) => boolean,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      const result = await callback(tx);
      if (isUndone(result)) throw new RollbackWithResult(result);
      return result;
    });
  } catch (cause) {
    if (cause instanceof RollbackWithResult) return cause.outcome as T;
    throw cause;
  }
}

export const rollBackIfRefused = <Tx, T>(
  transact: RunTransaction<Tx>,
  callback: (tx: Tx) => Promise<T>,
): Promise<T> => rollBackIf(transact, callback, (result) => result instanceof RequestRefused);

export type AnyRefusal<E extends Endpoint> = RequestRefused<RefusalOf<E>>;
