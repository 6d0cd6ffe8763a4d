import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { downloadPaper } from "../endpoints.ts";
import { handleDownloadPaper } from "./papers/find-invoices.ts";

export const invoiceRoutes: Route[] = [route(downloadPaper, contracts.downloadPaper, handleDownloadPaper)];
