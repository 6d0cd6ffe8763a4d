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
} from "./issue-invoice.ts";
export {
  findIssued,
  hasInvoice,
  listChallans,
  listInvoices,
  listIssued,
  listSeriesErrors,
  readInvoices,
  selectIssued,
} from "./read-issued.ts";
