import { ORDER_PAYMENT_PATH } from "#shop/orders/order-links.ts";
import { orderTaken } from "#shop/orders/events.ts";
import { isTooMuchOnline } from "#shop/payments/payment.ts";
import { defineOrderMail } from "../order-mail.ts";
import { fillSampleLink } from "../samples.ts";
import { writeUnpaidMail } from "./order-placed.ts";

export const orderTakenMail = defineOrderMail(orderTaken, "order-taken", {
  when: "you enter an order by phone; the e-mail has the link to pay",
  sample: () => ({
    order: { orderStatus: "Pending", paymentStatus: "Pending" },
    paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
  }),
  /** The payment link needs no login, because the customer may have no password yet. */
  write(mail) {
    const { orderId, paymentHref: href } = mail;
    if (href === null) return null;
    const isOnline = !isTooMuchOnline(mail.sold.payable);
    return writeUnpaidMail(mail, (deadline) => ({
      subject: `Order ${orderId}: please pay by ${deadline}`,
      heading: "Your order by phone",
      paragraphs: [
        `Thank you for your call. We hold your pieces until ${deadline}, Indian time. ${
          isOnline
            ? "Pay with the button below. You don't need to log in."
            : "This sum cannot be paid online in one payment. Please reply to this e-mail or call us, and pay by bank transfer."
        }`,
      ],
      href: isOnline ? href : null,
      footnote:
        "Is something wrong with the order? Reply to this e-mail before you pay. You also see your orders when you log in with this address; 'Forgot Password' sets a password if you have none yet.",
    }));
  },
});
