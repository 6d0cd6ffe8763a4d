import { bigint, customType, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";

/** The key of a row: a UUIDv7 made in the app (`uuidv7()`), never by the database. */
export const id = () => uuid("id").primaryKey();

/** A reference to another row. Within a feature, add `.references(…)`; between features, never. */
export const idOf = (name: string) => uuid(name);

/** Money in integer paise. */
export const paise = (name: string) => bigint(name, { mode: "number" });

/** A time as `Date`. The app's clock sets it, so it has whole milliseconds. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A JSON value that is read and written as a unit. A value to filter or sort by needs its own column. */
export const json = <Value>(name: string) => jsonb(name).$type<Value>();

/** The content of a file. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  // The embedded engine returns a Uint8Array.
  fromDriver: (stored) => Buffer.from(stored),
});
