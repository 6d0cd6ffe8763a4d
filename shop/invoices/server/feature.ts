import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { downloadPaper } from "../endpoints.ts";
import { exportInvoices, invoiceCommand } from "./invoice-commands.ts";
import { handleDownloadPaper } from "./papers/find-invoices.ts";
import { printCommand } from "./papers/paper-commands.ts";
import { reportCommands } from "./reports.ts";

export const invoices: Feature = {
  name: "invoices",
  routes: [route(downloadPaper, contracts.downloadPaper, handleDownloadPaper)],
  commands: [invoiceCommand, printCommand, ...reportCommands],
  exports: [exportInvoices],
};
