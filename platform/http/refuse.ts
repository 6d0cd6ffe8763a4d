import type { Endpoint, RefusalOf } from "#contract/endpoint.ts";
import type { FieldError } from "#contract/errors.ts";

/** An expected error that a handler returns. The message of its code is in the endpoint's `refusals`. */
export class Refused<Code extends string = string> {
  readonly code: Code;
  readonly extra: RefusalExtra;

  constructor(code: Code, extra: RefusalExtra) {
    this.code = code;
    this.extra = extra;
  }
}

interface RefusalExtra {
  /** Replaces the declared message with a more precise one. */
  message?: string;
  fields?: FieldError[];
  details?: unknown;
  retryAfterMs?: number;
}

/** Creates one of the endpoint's declared refusals. The handler returns it; it is not thrown. */
export const refuse = <const Code extends string>(code: Code, extra: RefusalExtra = {}): Refused<Code> =>
  new Refused(code, extra);

export const isRefused = <T>(result: T): result is Extract<T, Refused> => result instanceof Refused;

/** Carries a result out of a transaction that is being rolled back. `rollBackIf` catches it. */
class RolledBack extends Error {
  readonly outcome: unknown;

  constructor(result: unknown) {
    super("rolled back");
    this.outcome = result;
  }
}

type Transact<Tx> = <R>(callback: (tx: Tx) => Promise<R>) => Promise<R>;

/** Runs `callback` in a transaction, and rolls it back if `isUndone` returns true for its result. */
export async function rollBackIf<Tx, T>(
  transact: Transact<Tx>,
  callback: (tx: Tx) => Promise<T>,
  isUndone: (result: T) => boolean,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      const result = await callback(tx);
      if (isUndone(result)) throw new RolledBack(result);
      return result;
    });
  } catch (cause) {
    if (cause instanceof RolledBack) return cause.outcome as T;
    throw cause;
  }
}

/** Runs `callback` in a transaction, and rolls it back if the result is a refusal. */
export const rollBackIfRefused = <Tx, T>(
  transact: Transact<Tx>,
  callback: (tx: Tx) => Promise<T>,
): Promise<T> => rollBackIf(transact, callback, (result) => result instanceof Refused);

export type AnyRefusal<E extends Endpoint> = Refused<RefusalOf<E>>;
