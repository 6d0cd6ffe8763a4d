import type { GenericSchema } from "valibot";

/** Something a feature publishes for the others: its name (`order.placed`) and the schema of what it carries. */
export interface Event<Payload = unknown> {
  readonly name: string;
  readonly payload: GenericSchema<Payload>;
}

/**
 * Declares an event. The payload travels through the database as JSON, so its schema must not transform:
 * what goes in is what comes out.
 */
export const defineEvent = <Payload>(name: string, payload: GenericSchema<Payload>): Event<Payload> => ({
  name,
  payload,
});
