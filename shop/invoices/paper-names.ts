/** The paper of an order that there is one of: its invoice, or its summary while it has none. */
export const INVOICE_PAPER = "invoice";

/** `CN26-27-000001`: the number of a credit note as it stands in an address and in a file's name. */
export const toPaperName = (number: string): string => number.replaceAll(/[^A-Za-z0-9-]/g, "-");
