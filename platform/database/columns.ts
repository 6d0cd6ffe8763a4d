import { bigint, customType, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";

/** A primary key column with a UUIDv7. The app generates the id (`uuidv7()`), never the database. */
export const id = () => uuid("id").primaryKey();

/** A column with the id of another row. Add `.references(…)` only if both tables belong to the same feature. */
export const idOf = (name: string) => uuid(name);

export const paise = (name: string) => bigint(name, { mode: "number" });

/** A column for a time, set by the app's clock in whole milliseconds. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A column for a JSON value that is read and written as a whole. No query filters or sorts by it. */
export const json = <Value>(name: string) => jsonb(name).$type<Value>();

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  // The embedded engine returns a Uint8Array instead of a Buffer.
  fromDriver: (stored) => Buffer.from(stored),
});
