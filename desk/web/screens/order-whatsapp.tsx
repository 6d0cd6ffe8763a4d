import { type ComponentProps, useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import { getBuyerPhone } from "#shop/documents/recipient.ts";
import { ButtonLink } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { DialogButton } from "../dialog-button.tsx";
import type { ShownOrder } from "../order-parts.tsx";

export function WriteButton({ order, label }: { order: ShownOrder; label: string }) {
  const { contact } = order;
  if (contact.email === undefined || !getBuyerPhone(order)) return null;
  return (
    <DialogButton label={label} title={`Write to ${(contact.buyer ?? contact).firstName}`}>
      {() => <WhatsApp order={order} />}
    </DialogButton>
  );
}

function WhatsApp({ order }: { order: ShownOrder }) {
  const [text, setText] = useState(() => suggestText(order));
  return (
    <div className="stack gap-4">
      <TextArea label="Message" rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      <WhatsAppLink order={order} text={text}>
        Open WhatsApp
      </WhatsAppLink>
    </div>
  );
}

interface WhatsAppLinkProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "children"> {
  order: ShownOrder;
  text: string;
}

export function WhatsAppLink({ order, text, ...link }: WhatsAppLinkProps) {
  const href = getWhatsAppHref(getBuyerPhone(order), text);
  return <ButtonLink {...link} href={href} target="_blank" rel="noreferrer" />;
}

export const getWhatsAppHref = (phone: string, text: string): string =>
  `https://wa.me/91${phone.replaceAll(/\D/g, "").slice(-10)}?text=${encodeURIComponent(text)}`;

/** Opens the user's mail program with the text, so that the customer's answer goes to the user's own address. */
export const getMailHref = (order: ShownOrder): string =>
  `mailto:${encodeURIComponent(order.contact.email ?? "")}?subject=${encodeURIComponent(`Order ${order.orderId}`)}&body=${encodeURIComponent(suggestText(order))}`;

export const suggestText = (order: ShownOrder): string =>
  `Hello ${(order.contact.buyer ?? order.contact).firstName}, about your order ${order.orderId}: ${describeProgress(order)}`;

function describeProgress(order: ShownOrder): string {
  const { status, cash, payable = 0, paymentLink, payUntil, tracking, dispatchedAt, deliveredAt } = order;
  if (status === "Cancelled") return "the order is cancelled.";
  if (status === "Pending")
    return joinTexts(
      " ",
      cash
        ? "please confirm the order, then we start packing."
        : "the order is not paid yet. We start packing as soon as it is paid.",
      payUntil && `We keep your pieces until ${formatDateTime(payUntil)}, then the order expires.`,
      paymentLink &&
        `The link to ${cash ? "confirm" : `pay ${formatRupeesGrouped(payable)}`}: ${paymentLink}`,
    );
  if (order.sendAgainSince) return "your replacement is not sent yet. We are getting it ready.";
  if (deliveredAt) return "we hope everything arrived well. How do you like it?";
  return dispatchedAt && tracking
    ? `your parcel is on its way with ${tracking.courier}, number ${tracking.number}.${tracking.link ? ` Follow it: ${tracking.link}` : ""}`
    : "thank you for your order. We are getting it ready.";
}
