import path from "node:path";
import { isSameText } from "#contract/text.ts";
import type { Db } from "#platform/database/database.ts";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/read-csv.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { type OrderRow, orders } from "#shop/orders/server/index.ts";

/** A row of a list of orders; `read` gives its cell of a column, an empty text where the list has no such column. */
export interface OrderListRow<Column extends string> {
  row: number;
  orderId: string;
  read(column: Column): string;
}

/** What is wrong with a row, for the owner; row 0 is the file itself. */
export interface RowError {
  row: number;
  orderId: string;
  why: string;
}

/** A column by the names it may have; without `isOptional` a list must have it. */
interface ListColumn {
  names: readonly string[];
  isOptional?: true;
}

const ORDER_NAMES = ["order", "orderId", "order id"];

/** Reads a CSV file with the column `order` and these; rows without anything in them are left out. */
export async function readOrderList<Column extends string>(
  file: string,
  of: string,
  columns: Readonly<Record<Column, ListColumn>>,
): Promise<{ rows: OrderListRow<Column>[]; errors: RowError[] }> {
  const fileErrors: FileError[] = [];
  const lines: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of }, fileErrors, (cells) => lines.push(cells));
  const [head = [], ...body] = lines;
  const find = (names: readonly string[]) =>
    head.findIndex((cell) => names.some((name) => isSameText(cell.trim(), name)));
  const all: Record<string, ListColumn> = { order: { names: ORDER_NAMES }, ...columns };
  const places = new Map(Object.entries(all).map(([name, { names }]) => [name, find(names)]));
  const missing = [...places].filter(([name, place]) => place < 0 && !all[name]?.isOptional);
  const errors =
    fileErrors.length > 0
      ? fileErrors.map((error) => ({ row: 0, orderId: "", why: formatFileError(error) }))
      : missing.map(([name]) => ({ row: 1, orderId: "", why: `there is no column ${name}` }));
  if (errors.length > 0) return { rows: [], errors };
  const rows = body.flatMap((cells, index) => {
    const read = (column: string) => (cells[places.get(column) ?? -1] ?? "").trim();
    if (cells.every((cell) => cell.trim() === "")) return [];
    return [{ row: index + 2, orderId: read("order").toUpperCase(), read }];
  });
  return { rows, errors };
}

/** Those of the orders that there are, by their numbers. */
export async function findOrdersOfRows(
  db: Db,
  rows: readonly { orderId: string }[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = rows.map(({ orderId }) => orderId);
  const found = await db.select().from(orders).where(isAnyOf(orders.orderId, ids));
  return new Map(found.map((order) => [order.orderId, order]));
}
