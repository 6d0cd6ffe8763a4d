import * as v from "valibot";
import type { Context } from "../context.ts";
import { type OperatorRole, operatorRoles } from "./command.ts";

/*
 * The calls by which the remote desk (D119) authenticates its users. Passkeys, sessions and roles are in the shop's
 * database, and the shop verifies them. The desk stores nothing.
 */

/** The person to whom a session of the remote desk belongs. */
export interface DeskPerson {
  id: string;
  name: string;
  role: OperatorRole;
  /** True if the person used the passkey again in the last minutes. Critical commands require this. */
  isProved: boolean;
}

/** Authenticates the users of the remote desk. */
export interface DeskPeople {
  /** Returns the person who is signed in with this session; null if the session is not valid. */
  identify(context: Context, session: string): Promise<DeskPerson | null>;
  /** Handles a call of the desk's sign-in pages. @throws CommandRefused, TooManyAttempts, ValiError */
  answer(context: Context, call: string, body: unknown): Promise<unknown>;
}

/** The message shown when the session has ended. */
export const SESSION_OVER = "You are signed out. Sign in again.";

/** Thrown after too many sign-in attempts from one IP address. */
export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("Too many attempts from your network. Please wait a few minutes, then try again.");
    this.retryAfterMs = retryAfterMs;
  }
}

/** The body of POST /people. */
export const peopleCallSchema = v.object({ call: v.string(), body: v.unknown() });

/** The response to POST /people. */
export const peopleReplySchema = v.union([
  v.object({ done: v.unknown() }),
  v.object({ refused: v.string(), retryAfterMs: v.optional(v.number()) }),
]);

export const deskPersonSchema = v.nullable(
  v.object({ id: v.string(), name: v.string(), role: v.picklist(operatorRoles), isProved: v.boolean() }),
);
