import { bigint, customType, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";

/** A primary key column with a UUIDv7. The app generates the id (`uuidv7()`), never the database. */
export const id = () => uuid("id").primaryKey();

/** A column that refers to another row. Add `.references(…)` only within a feature, never between features. */
export const idOf = (name: string) => uuid(name);

/** A column for an amount of money, in integer paise. */
export const paise = (name: string) => bigint(name, { mode: "number" });

/** A column for a time, as `Date`. The app's clock sets the time, so it has whole milliseconds. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * A column for a JSON value that is always read and written as a whole. Use separate columns for values that queries
 * filter or sort by.
 */
export const json = <Value>(name: string) => jsonb(name).$type<Value>();

/** A column for the content of a file. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  // The embedded engine returns a Uint8Array instead of a Buffer.
  fromDriver: (stored) => Buffer.from(stored),
});
