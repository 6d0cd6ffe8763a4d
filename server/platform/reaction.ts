import * as v from "valibot";
import type { Event } from "#contract/event.ts";
import type { Context } from "./context.ts";

/** One delivery of one event to one reaction. */
export interface Delivery {
  /** The same in every attempt: hand it to whoever can recognise a repetition (Idempotency-Key, Message-ID). */
  id: string;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the shop is stopping. */
  signal: AbortSignal;
}

/** What a room does when it hears of an event. It may hear of it twice, and of two events in any order. */
export interface Reaction {
  readonly topic: string;
  readonly name: string;
  run(context: Context, payload: unknown, delivery: Delivery): Promise<void>;
}

/** A reaction, under a name of its own such as `notifications.confirm-order`; changing the name orphans waiting rows. */
export const reaction = <Payload>(
  event: Event<Payload>,
  name: string,
  handler: (context: Context, payload: Payload, delivery: Delivery) => Promise<void>,
): Reaction => ({
  topic: event.name,
  name,
  run: (context, payload, delivery) => handler(context, v.parse(event.payload, payload), delivery),
});
