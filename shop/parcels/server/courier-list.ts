import type { Db } from "#platform/database/database.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { checkParcels } from "./check-parcels.ts";
import { findOrdersOfRows, readOrderList, type RowError } from "./read-order-list.ts";

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
  errors: RowError[];
}

const COLUMNS = {
  courier: { names: ["courier"] },
  number: { names: ["number", "tracking number", "awb"] },
  link: { names: ["link"], isOptional: true },
} as const;

/** Reads a courier's list and looks at each row against its order; nothing is changed. */
export async function readCourierList(db: Db, file: string): Promise<CourierList> {
  const { rows, errors } = await readOrderList(file, "parcels", COLUMNS);
  if (errors.length > 0) return { parcels: [], unchanged: [], errors };
  const parcels = rows.map(({ row, orderId, read }) => {
    const link = read("link");
    return {
      row,
      orderId,
      tracking: { courier: read("courier"), number: read("number"), ...(link && { link }) },
    };
  });
  return checkParcels(await findOrdersOfRows(db, parcels), parcels);
}
