import * as v from "valibot";
import type { Context } from "../context.ts";
import { type OperatorRole, operatorRoles } from "./command.ts";

/*
 * The calls by which the remote desk (D119) authenticates people. Passkeys, sessions and roles are in the shop's database, and the shop
 * verifies them. The desk stores nothing.
 */

/** The person of a session. */
export interface DeskPerson {
  id: string;
  name: string;
  role: OperatorRole;
  /** Whether the passkey was used again in the last minutes. Critical commands require it. */
  isProved: boolean;
}

/** The people of the remote desk. */
export interface DeskPeople {
  /** Returns the person of a session; null if nobody is signed in with it. */
  identify(context: Context, session: string): Promise<DeskPerson | null>;
  /** Handles a call of the sign-in pages. @throws CommandRefused, TooManyTries, ValiError */
  answer(context: Context, call: string, body: unknown): Promise<unknown>;
}

/** The message for a session that has ended. */
export const SESSION_OVER = "You are signed out. Sign in again.";

/** Too many attempts from one address. */
export class TooManyTries extends Error {
  override readonly name = "TooManyTries";
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
