import { readStored, writeStored } from "#client/storage.ts";

/** The storage key of the PIN that a shopper typed on a product page or in the bag. */
const KEY = "taruva.pin";

/** Returns the last typed PIN; empty if there is none. */
export const readPin = (): string => readStored(KEY) ?? "";

export const savePin = (pin: string): void => writeStored(KEY, pin);
