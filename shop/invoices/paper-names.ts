/** The name of an order's current document in URLs: its invoice, or its summary before the invoice is issued. */
export const INVOICE_PAPER = "invoice";

/** Converts a credit note's number for URLs and file names: `CN26-27/000001` becomes `CN26-27-000001`. */
export const toPaperName = (number: string): string => number.replaceAll(/[^A-Za-z0-9-]/g, "-");
