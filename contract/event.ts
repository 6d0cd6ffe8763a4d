import type { GenericSchema } from "valibot";

export interface Event<Payload = unknown> {
  readonly name: string;
  readonly payload: GenericSchema<Payload>;
}

/** Declares an event. The payload is stored as JSON, so its schema must not transform values. */
export const defineEvent = <Payload>(name: string, payload: GenericSchema<Payload>): Event<Payload> => ({
  name,
  payload,
});
