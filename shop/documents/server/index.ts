export type { CancelledInvoiceRow, ChallanRow, InvoiceRow } from "./tables.ts";
export {
  anonymiseDocuments,
  cancelChallan,
  continueSeries,
  isNumberSeries,
  findReissueRefusal,
  issueChallan,
  issueInvoice,
  reissueInvoice,
  findIssued,
  hasInvoice,
  listChallans,
  listInvoices,
  listIssued,
  listSeriesErrors,
  readInvoices,
  selectIssued,
} from "./invoices.ts";
