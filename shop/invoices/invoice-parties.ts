import type { NamedSeller } from "#shop/seller/seller.ts";
import { listShipToLines, type Recipient, toLines, joinTexts } from "#shop/orders/recipient.ts";
import { orderFallbacks } from "#shop/orders/order.ts";

export const listSellerLines = ({ legalName, address, gstin, phone, email }: NamedSeller): string[] =>
  toLines(
    legalName,
    address?.street,
    address && joinTexts(address.city, address.state, address.zipCode),
    address?.country,
    gstin && `GSTIN ${gstin}`,
    joinTexts(phone, email),
  );

/** The company that asked for the invoice (D61), else the customer at the shipping address (D71). */
export function listBillToLines(recipient: Recipient): string[] {
  const { companyInvoice: company, contact } = recipient;
  if (company) return toLines(company.name, company.address, `GSTIN ${company.taxCode}`, company.email);
  return [...listShipToLines(recipient), ...toLines(contact.email || orderFallbacks.email)];
}
