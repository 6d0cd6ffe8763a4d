export { listStockErrors } from "./stock-errors.ts";
export {
  calculateAvailable,
  readAvailableStock,
  readChangedStock,
  readShownStock,
  type ShownStock,
  readStockLevels,
  listScarceProducts,
} from "./available-stock.ts";
export {
  addStock,
  countReserved,
  lockCounts,
  setBackorder,
  setStock,
  undoCount,
  withdrawStock,
} from "./set-stock.ts";
export {
  commitStock,
  releaseStock,
  restock,
  restockPieces,
  findShortages,
  lockStates,
  readStates,
  reserveStock,
  writeReservation,
} from "./reservations.ts";
export type { StockStates } from "./stock-ledger.ts";
