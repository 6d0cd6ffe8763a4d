import { bigint, customType, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";

/** The app generates this UUIDv7 (`generateUuid`). The database has no default for it. */
export const id = () => uuid("id").primaryKey();

/** The id of a row in another table. Add `.references(…)` only if both tables belong to the same feature. */
export const idOf = (name: string) => uuid(name);

export const paise = (name: string) => bigint(name, { mode: "number" });

/**
 * A point in time, read in whole milliseconds. Most times are from the app's clock, but those of stock and processes
 * are from the database's clock.
 */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A JSON value. Updates always replace the whole value. */
export const json = <Value>(name: string) => jsonb(name).$type<Value>();

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  // The embedded engine returns a Uint8Array instead of a Buffer.
  fromDriver: (stored) => Buffer.from(stored),
});
