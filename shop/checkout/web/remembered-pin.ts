import { readStored, writeStored } from "#client/storage.ts";

const KEY = "taruva.pin";

/** Returns the PIN code that the visitor typed last; empty if there is none. */
export const readPin = (): string => readStored(KEY) ?? "";

export const savePin = (pin: string): void => writeStored(KEY, pin);
