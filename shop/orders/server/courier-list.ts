import path from "node:path";
import { isSameText } from "#contract/text.ts";
import type { Db } from "#platform/database.ts";
import { type FileError, formatFileError } from "#platform/owner-file.ts";
import { readCsvRows } from "#platform/read-csv.ts";
import { isAnyOf } from "#platform/statement.ts";
import type { Tracking } from "../order.ts";
import { checkParcels } from "./check-parcels.ts";
import { type OrderRow, orders } from "./tables.ts";

/** A row of a courier's list: which parcel has left, and under which number. */
export interface Parcel {
  row: number;
  orderId: string;
  tracking: Tracking;
}

export interface CourierList {
  /** Those to send now. */
  parcels: Parcel[];
  /** Those that are on their way like this already. */
  unchanged: Parcel[];
  /** What is wrong, for the owner, with the row it stands in. */
  errors: { row: number; orderId: string; why: string }[];
}

const NAMES = {
  order: ["order", "orderId", "order id"],
  courier: ["courier"],
  number: ["number", "tracking number", "awb"],
  link: ["link"],
};

/** Reads a courier's list and looks at each row against its order; nothing is changed. */
export async function readCourierList(db: Db, file: string): Promise<CourierList> {
  const fileErrors: FileError[] = [];
  const rows: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of: "parcels" }, fileErrors, (cells) =>
    rows.push(cells),
  );
  const errors = fileErrors.map((error) => ({ row: 0, orderId: "", why: formatFileError(error) }));
  const [head = [], ...body] = rows;
  const at = (names: readonly string[]) =>
    head.findIndex((cell) => names.some((name) => isSameText(cell.trim(), name)));
  const places = { order: at(NAMES.order), courier: at(NAMES.courier), number: at(NAMES.number) };
  const missing = Object.entries(places).filter(([, place]) => place < 0);
  if (fileErrors.length > 0 || missing.length > 0) {
    const columns = missing.map(([name]) => ({ row: 1, orderId: "", why: `there is no column ${name}` }));
    return { parcels: [], unchanged: [], errors: errors.length > 0 ? errors : columns };
  }
  const link = at(NAMES.link);
  const parcels = body.flatMap((cells, index) => {
    const read = (place: number) => (cells[place] ?? "").trim();
    if (cells.every((cell) => cell.trim() === "")) return [];
    const tracking = {
      courier: read(places.courier),
      number: read(places.number),
      ...(read(link) && { link: read(link) }),
    };
    return [{ row: index + 2, orderId: read(places.order).toUpperCase(), tracking }];
  });
  return checkParcels(await findOrders(db, parcels), parcels);
}

async function findOrders(db: Db, parcels: readonly Parcel[]): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = parcels.map(({ orderId }) => orderId);
  const rows = await db.select().from(orders).where(isAnyOf(orders.orderId, ids));
  return new Map(rows.map((row) => [row.orderId, row]));
}
