/** The current document of an order: its invoice, or its summary if it has no invoice. */
export const INVOICE_PAPER = "invoice";

/** `CN26-27-000001`: the number of a credit note in URLs and file names. */
export const toPaperName = (number: string): string => number.replaceAll(/[^A-Za-z0-9-]/g, "-");
