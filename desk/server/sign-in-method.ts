import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperatorRole } from "#platform/operator/roles.ts";
import type { SignInKind } from "../calls.ts";
import type { Signature } from "./tasks.ts";

export interface Visitor {
  /** The person's id if the desk uses passkeys, otherwise the person's name. */
  id: string;
  name: string;
  role: OperatorRole;
  signature: Signature;
}

export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface SignInMethod {
  entrance: SignInKind;
  /** Returns an error message if the request does not come from the desk's own page, otherwise null. */
  findForeign(request: IncomingMessage): string | null;
  /** Returns the signed-in person, if any. `extendsSession` also renews the idle timeout. @throws ShopNotRunning */
  identify(request: IncomingMessage, extendsSession: boolean): Promise<Visitor | null>;
  /** True if the browser has a valid session cookie. Used for requests for pictures and styles, which have no token. */
  isKnown(request: IncomingMessage): Promise<boolean>;
  /** The calls of signing in and out, passkeys and notifications, by method and path. */
  calls: Readonly<Record<string, SignInHandler>>;
  headers: Readonly<Record<string, string>>;
}
