import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperatorRole } from "#platform/operator/roles.ts";
import type { SignInKind } from "../calls.ts";
import type { Signature } from "./tasks.ts";

export interface Visitor {
  /** At a desk with passkeys, the person's id. Otherwise the person's name. */
  id: string;
  name: string;
  role: OperatorRole;
  signature: Signature;
}

export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface SignInMethod {
  entrance: SignInKind;
  /**
   * Returns the reason why a request must come from another page or program; null if the desk's page may have sent it.
   */
  findForeign(request: IncomingMessage): string | null;
  /**
   * Returns the signed-in person; null if nobody is signed in. If `isNew` is true, also extends the session from the
   * last input that the page reports. @throws ShopNotRunning
   */
  identify(request: IncomingMessage, isNew: boolean): Promise<Visitor | null>;
  /**
   * True if the browser has a valid session cookie. Requests for pictures have no token, so the cookie is enough for
   * them.
   */
  isKnown(request: IncomingMessage): Promise<boolean>;
  /** The calls of the sign-in page, by method and path. Most work without a session. */
  calls: Readonly<Record<string, SignInHandler>>;
  headers: Readonly<Record<string, string>>;
}
