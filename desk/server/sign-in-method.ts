import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperatorRole } from "#platform/operator/command.ts";
import type { SignInKind } from "../calls.ts";
import type { Signature } from "./tasks.ts";

/** A signed-in person. */
export interface Visitor {
  /** Identifies the person: the person's id at a desk with passkeys, otherwise the name. */
  id: string;
  name: string;
  role: OperatorRole;
  /** The sender of this person's commands, for the shop's audit log. */
  signature: Signature;
}

/** Handles a call of the sign-in page. */
export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A way to sign in to the desk. It authenticates the desk's requests. */
export interface SignInMethod {
  entrance: SignInKind;
  /**
   * Returns the reason why a request must come from another page or program; null if the desk's page may have sent it.
   */
  findForeign(request: IncomingMessage): string | null;
  /**
   * Returns the signed-in person who sent a request; null if nobody is signed in. If `isNew` is true, the session is
   * extended, beginning at the time of the last input that the request reports. @throws ShopNotRunning
   */
  identify(request: IncomingMessage, isNew: boolean): Promise<Visitor | null>;
  /**
   * True if the browser has a valid session cookie. This is enough for pictures, because browsers cannot send the token
   * with them.
   */
  isKnown(request: IncomingMessage): Promise<boolean>;
  /** The handlers of the sign-in calls, by method and path. Most of them work without a session. */
  calls: Readonly<Record<string, SignInHandler>>;
  /** Headers that every response gets. */
  headers: Readonly<Record<string, string>>;
}
