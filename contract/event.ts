import * as v from "valibot";

export interface Event<Payload = unknown> {
  readonly name: string;
  readonly payload: v.GenericSchema<Payload>;
}

type PayloadOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

/** Declares an event. The payload is stored as JSON, so its schemas must not transform values. */
export const defineEvent = <const Entries extends v.ObjectEntries>(name: string, payload: Entries) =>
  ({ name, payload: v.object(payload) }) as unknown as Event<PayloadOf<Entries>>;
