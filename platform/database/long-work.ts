import { AsyncLocalStorage } from "node:async_hooks";

const longWork = new AsyncLocalStorage<true>();

/**
 * Gives each statement of `work` minutes on a PostgreSQL server, instead of the seconds that a customer waits: for the
 * operator's commands, imports and cleaning up. What begins in `work` and outlives it still may take long.
 */
export const withLongStatements = <T>(work: () => Promise<T>): Promise<T> => longWork.run(true, work);

export const mayTakeLong = (): boolean => longWork.getStore() === true;
