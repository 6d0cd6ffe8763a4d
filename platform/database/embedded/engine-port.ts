import type { EventEmitter } from "node:events";

/** What the engine's thread gets when it starts. */
export interface EngineThreadData {
  folder: string;
  /** With less room than this on its disk it only reads. */
  spareBytes: number;
}

/** What the engine is sent beside the bytes of the wire protocol. */
export type EngineCommand = "maintain" | "close" | { copyTo: string };

/** The way to the embedded engine: bytes and commands go in; `message`, `error` and `exit` come out. */
export interface EnginePort extends EventEmitter {
  postMessage(message: Uint8Array | EngineCommand, transfer?: ArrayBuffer[]): void;
}

/** In the place of a folder: nothing is written to the disk. */
export const IN_MEMORY = "memory://";

/** What `pg` sends when it hangs up; the engine then leaves a clean session for the next client. */
export const TERMINATE: Uint8Array = Buffer.from([0x58, 0, 0, 0, 4]);

export const isTerminate = (message: Uint8Array): boolean => message[0] === TERMINATE[0];
