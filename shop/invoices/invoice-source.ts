import type { Paise } from "#contract/money.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import type { Recipient } from "#shop/orders/recipient.ts";
import type { PlaceOfSupply } from "#shop/orders/place-of-supply.ts";
import type { Pieces } from "#shop/orders/returned-pieces.ts";
import type { TaxFacts } from "./tax-facts.ts";

/** A document with a serial number of its own. */
interface NumberedDocument {
  number: string;
  issuedAt: Date;
}

/** What an invoice, a credit note, or the summary of an order that has no invoice yet, is made from. */
export interface InvoiceSource {
  kind: "invoice" | "credit-note" | "summary";
  orderId: string;
  orderedAt: Date;
  /** Null for a summary. */
  given: NumberedDocument | null;
  /** The invoice that a credit note corrects. */
  corrects: NumberedDocument | null;
  paymentStatus: string;
  paymentMethod: string | null;
  seller: NamedSeller | null;
  recipient: Recipient;
  placeOfSupply: PlaceOfSupply;
  rates: TaxRates;
  facts: TaxFacts;
  /** What came back, on the credit note for it; null where it is for a part of all. */
  pieces: readonly Pieces[] | null;
  /** What was paid for the order, or is to be. */
  payable: Paise;
  /** When the order was cancelled, if it was. */
  cancelledAt: Date | null;
  /** The credit notes of its money that went back. */
  credits: readonly (NumberedDocument & { amount: Paise })[];
}
