import { calculateTotals } from "#shop/pricing/totals.ts";
import type { InvoiceSource } from "../../shop/invoices/server/papers/invoice.ts";
import { findPlaceOfSupply, isInterState } from "../../shop/orders/place-of-supply.ts";
import {
  calculateCreditFacts,
  calculateSaleFacts,
  type SoldGoods,
} from "../../shop/invoices/server/tax-facts.ts";
import { sampleSeller } from "./sample-seller.ts";

const soldBowlAndPlatter: SoldGoods[] = [
  { productId: "bowl", title: "Roz Acacia Everyday Bowl", unitPrice: 89_900, quantity: 2, hsn: "4419" },
  { productId: "platter", title: "Teak Platter", unitPrice: 14_812_350, quantity: 1, hsn: null },
];

interface Change extends Partial<InvoiceSource> {
  goods?: SoldGoods[];
  state?: string;
  /** For a credit note, in paise. */
  refunded?: number;
}

/** An invoice of two pieces that go to Surat, where the seller is; whatever is not said is ordinary. */
export function createInvoiceSource({
  goods = soldBowlAndPlatter,
  state = "Gujarat",
  refunded,
  ...change
}: Change = {}): InvoiceSource {
  const order = { ...calculateTotals(goods), cgstRate: 9, sgstRate: 9 };
  const recipient = {
    shippingAddress: {
      street: "14 Lake View Road",
      city: "Surat",
      state,
      zipCode: "395002",
      country: "India",
      phoneNumber: "9876543210",
    },
    contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
    companyInvoice: null,
  };
  const seller = change.seller === undefined ? sampleSeller : change.seller;
  const placeOfSupply = findPlaceOfSupply(recipient.shippingAddress);
  const isAway = isInterState(placeOfSupply, seller);
  const issuedAt = new Date("2026-11-20T18:45:00.000Z");
  return {
    kind: "invoice",
    orderId: "TRV-7K2M9Q",
    orderedAt: issuedAt,
    given: { number: "26-27/000123", issuedAt },
    corrects: null,
    paymentStatus: "Completed",
    paymentMethod: "card",
    seller,
    recipient,
    placeOfSupply,
    facts:
      refunded === undefined
        ? calculateSaleFacts(order, goods, isAway)
        : calculateCreditFacts(order, goods, isAway, [{ amount: refunded, pieces: null }]),
    pieces: null,
    payable: order.payable,
    cancelledAt: null,
    credits: [],
    ...change,
  };
}
