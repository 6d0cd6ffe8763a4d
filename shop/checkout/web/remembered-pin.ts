import { readStored, writeStored } from "#client/storage.ts";

const KEY = "taruva.pin";

export const readPin = (): string => readStored(KEY) ?? "";

export const savePin = (pin: string): void => writeStored(KEY, pin);
