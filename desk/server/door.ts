import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperatorRole } from "#platform/operator/command.ts";
import type { Entrance } from "../calls.ts";
import type { Signature } from "./tasks.ts";

/** A signed-in person. */
export interface Visitor {
  /** Identifies the person. */
  id: string;
  name: string;
  role: OperatorRole;
  /** The person, for the commands that the desk sends. */
  signature: Signature;
}

/** Handles a call of the sign-in pages. */
export type DoorCall = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Authenticates the requests to a desk. */
export interface Door {
  entrance: Entrance;
  /** Returns why a request cannot be from the desk's page; null if it may be. */
  findForeign(request: IncomingMessage): string | null;
  /**
   * Returns the person who sent a request; null if nobody is signed in. `isNew` is true if the time of the last click in
   * the request extends the session. @throws ShopNotRunning
   */
  identify(request: IncomingMessage, isNew: boolean): Promise<Visitor | null>;
  /** True if a browser is signed in. This is enough for pictures, which browsers request with the cookie only. */
  isKnown(request: IncomingMessage): Promise<boolean>;
  /** Its calls, by method and path. Most of them work without a session. */
  calls: Readonly<Record<string, DoorCall>>;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
}
