import * as v from "valibot";

export interface Event<Payload = unknown> {
  readonly name: string;
  readonly payload: v.GenericSchema<unknown, Payload>;
}

/** Declares an event. The payload is stored as JSON, so its schemas must not transform values. */
export const defineEvent = <const Entries extends v.ObjectEntries>(
  name: string,
  payload: Entries,
): Event<v.InferOutput<v.ObjectSchema<Entries, undefined>>> => ({ name, payload: v.object(payload) });
