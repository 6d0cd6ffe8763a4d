import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { correctOrder } from "./correct-order.ts";
import { toPlainOrder } from "./describe-for-operator.ts";
import { orderId } from "./order-argument.ts";

export const correct = defineCommand({
  noun: "orders",
  verb: "correct",
  summary: "Corrects where an order goes, before its parcel has left; its customer gets a mail.",
  args: [orderId],
  options: {
    street: { summary: "house and street", personal: true },
    city: { summary: "the city", personal: true },
    state: { summary: "the state, e.g. Maharashtra; not once there is an invoice", personal: true },
    pin: { summary: "the PIN code", personal: true },
    phone: { summary: "the number the courier calls, 10 digits", personal: true },
  },
  examples: [
    "orders correct TRV-7K3M9Q --phone 9876543211",
    `orders correct TRV-7K3M9Q --street "14 Lake View Road" --pin 411002`,
  ],
  run: async (context, { args, options }) => {
    const { street, city, state, pin: zipCode, phone: phoneNumber } = options;
    if (Object.keys(options).length === 0)
      throw new CommandRefused("What is to be corrected? --street, --city, --state, --pin or --phone.");
    const { order, corrected } = await correctOrder(context, args["orderId"] ?? "", {
      street,
      city,
      state,
      zipCode,
      phoneNumber,
    });
    const mismatch = describePinMismatch(order.shippingAddress.zipCode, order.shippingAddress.state);
    return {
      message:
        `${order.orderId} is corrected: ${corrected}. Its customer gets a mail; an invoice that was given stays as it was.` +
        (mismatch ? ` ${mismatch}.` : ""),
      data: toPlainOrder(order),
    };
  },
});
