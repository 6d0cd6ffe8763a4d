export const csvSections = ["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "hsn-b2b", "hsn-b2c", "docs"] as const;
export type CsvSection = (typeof csvSections)[number];

const hsnColumns =
  "HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount";

const rated = "Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount";

const written: Readonly<Record<CsvSection, string>> = {
  b2b: "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
  b2cl: `Invoice Number,Invoice date,Invoice Value,Place Of Supply,${rated},E-Commerce GSTIN`,
  b2cs: `Type,Place Of Supply,${rated},E-Commerce GSTIN`,
  cdnr: `GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,${rated}`,
  cdnur: `UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,${rated}`,
  "hsn-b2b": hsnColumns,
  "hsn-b2c": hsnColumns,
  docs: "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
};

/** The names of a sheet's columns, as the offline tool has them. */
export const listSheetColumns = (section: CsvSection): string[] => written[section].split(",");
