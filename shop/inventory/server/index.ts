/** The public API of the feature: what other features may use. */
export { listStockErrors } from "./stock-errors.ts";
export {
  calculateAvailable,
  readAvailableStock,
  readChangedStock,
  readStockLevels,
} from "./available-stock.ts";
export { countReserved } from "./reset-stock-base.ts";
export { listScarceProducts } from "./low-stock.ts";
export { importStock, withdrawStock } from "./import-stock.ts";
export { setStock } from "./set-stock.ts";
export { commitStock, releaseStock, restock, restockPieces } from "./settle-stock.ts";
export { findShortages, holdStock, readStates, reserveStock } from "./reserve-stock.ts";
export type { StockStates } from "./stock-state.ts";
export { writeReservation } from "./write-reservation.ts";
