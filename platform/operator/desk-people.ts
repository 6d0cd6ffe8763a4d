import * as v from "valibot";
import type { Context } from "../context.ts";
import { operatorRoles } from "./roles.ts";

/* The remote desk (D119) signs in its users with these calls to the shop. The desk itself stores no users. */

export const deskPersonSchema = v.nullable(
  v.object({
    id: v.string(),
    name: v.string(),
    role: v.picklist(operatorRoles),
    isProved: v.boolean(),
  }),
);

export type DeskPerson = NonNullable<v.InferOutput<typeof deskPersonSchema>>;

export interface DeskPeople {
  identify(context: Context, session: string): Promise<DeskPerson | null>;
  /** Handles a call of the desk's sign-in pages. @throws CommandRefused, TooManyAttempts, ValiError */
  answer(context: Context, call: string, body: unknown): Promise<unknown>;
}

export const SESSION_OVER = "You are signed out. Sign in again.";

export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("Too many attempts from your network. Please wait a few minutes, then try again.");
    this.retryAfterMs = retryAfterMs;
  }
}

export const peopleCallSchema = v.object({ call: v.string(), body: v.unknown() });

export const peopleReplySchema = v.union([
  v.object({ done: v.unknown() }),
  v.object({ refused: v.string(), retryAfterMs: v.optional(v.number()) }),
]);
