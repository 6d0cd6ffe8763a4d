import { readStored, writeStored } from "#client/storage.ts";

/** A key in this browser only: the PIN that a shopper asked about on a product or in the bag. */
const KEY = "taruva.pin";

/** The PIN that was asked about last; empty if none was. */
export const readPin = (): string => readStored(KEY) ?? "";

export const savePin = (pin: string): void => writeStored(KEY, pin);
