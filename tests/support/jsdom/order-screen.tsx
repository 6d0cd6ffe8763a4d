import type { CommandRun, DescribedCommand } from "../../../desk/calls.ts";
import { ChangeDialog } from "../../../desk/web/changeable.tsx";
import OrderScreen from "../../../desk/web/screens/order.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "./show-desk.tsx";

const flag = { summary: "…", flag: true } as const;
const line = { summary: "the pieces", kind: "pieces", many: true } as const;
const amount = { summary: "the amount", kind: "amount" } as const;
const reason = { summary: "the reason", required: true } as const;

const ofOrder = (name: string, options: DescribedCommand["options"]) =>
  describeCommand(name, options, { args: [{ name: "orderId", summary: "the order" }], hasPreview: true });

const commands: readonly DescribedCommand[] = [
  ofOrder("orders cancel", { line, reason }),
  ofOrder("orders refund", { line, restock: flag, amount, reason }),
  ofOrder("orders dispatch", {
    line,
    courier: { summary: "the courier" },
    number: { summary: "the number" },
    link: { summary: "the tracking page", kind: "link" },
    parcel: { summary: "the number of the parcel to correct", kind: "position" },
  }),
  ofOrder("orders deliver", { "in-person": flag }),
  ofOrder("orders correct", {
    street: { summary: "the street" },
    gstin: { summary: "the GSTIN" },
  }),
  ofOrder("orders replace", { line, reason }),
  ofOrder("orders paid", {
    by: { summary: "how the customer paid", choices: ["upi", "bank", "cash"], required: true },
    reference: { summary: "the bank reference" },
  }),
  ofOrder("payments", { "by-hand": { summary: "the reference" } }),
  ofOrder("returns", {
    accept: flag,
    received: flag,
    refund: flag,
    words: { summary: "for the customer" },
    "way-back": { summary: "who pays the return shipping", choices: ["shop", "customer"] },
    amount,
    restock: flag,
    "by-hand": { summary: "the reference" },
    request: flag,
    line,
    reason: { summary: "why", choices: ["Other", "Wrong piece"] },
    comments: { summary: "what the customer says" },
    return: { summary: "the number of the return", kind: "position" },
  }),
  ofOrder("audit", {}),
];

export const at = "2026-11-28T02:15:00.000Z";

export const tray = { productId: "tray", title: "Teak Tray", quantity: 1, cancelled: 0, imageUrl: null };
export const bowls = { productId: "bowl", title: "Acacia Bowl", quantity: 2, cancelled: 0, imageUrl: null };

/** A paid order that is still to be packed. */
export const order = {
  orderId: "TRV-7K3M9Q",
  contact: { firstName: "Lata", lastName: "Rao", buyer: { firstName: "Meera", lastName: "Shah" } },
  createdAt: at,
  updatedAt: at,
  status: "Processing",
  paymentStatus: "Completed",
  payable: 99_900,
  refundable: 99_900,
  cash: false,
  tracking: null,
  dispatchedAt: null,
  deliveredAt: null,
  sendAgainSince: null,
  byPhone: false,
  lastCourier: "",
  lines: [tray],
  shippingAddress: {
    street: "4 Hill Road",
    zipCode: "411001",
    city: "Pune",
    state: "Maharashtra",
    phoneNumber: "9123456780",
  },
} as const;

interface Answers {
  /** The entries of the record of commands. */
  records?: readonly object[];
  /** All orders of the customer. */
  ofCustomer?: readonly object[];
  /** After a command has run, the screen reads the order again. The response arrives when this promise resolves. */
  reading?: Promise<void>;
}

/** Shows the screen of `order` with these fields and possible actions. Returns the commands that were run. */
export function showOrder(
  fields: object,
  actions: readonly (string | object)[] = [],
  { records = [], ofCustomer = [], reading }: Answers = {},
): CommandRun[] {
  const sent: CommandRun[] = [];
  const read = (name: string): unknown =>
    ({
      "customers show": { orders: ofCustomer },
      "orders show": { ...order, ...fields },
      "orders actions":
        sent.length > 0 && reading
          ? []
          : actions.map((action) => ({
              refusal: null,
              ...(typeof action === "string" ? { action } : action),
            })),
      audit: records,
      returns: [],
      undo: [],
    })[name];
  answerDesk(commands, async (run, address) => {
    const { noun, verb, dryRun, options } = run;
    if (address === "/api/view") {
      if (sent.length > 0) await reading;
      return withData(read(`${noun} ${verb}`.trim()));
    }
    if (!dryRun) sent.push(run);
    const amount = options?.["amount"] ?? "999.00";
    return dryRun
      ? {
          outcome: "confirm",
          question: `₹${amount} of ₹2,000.00 for Meera?`,
          ...(verb === "paid" ? { action: `Record ₹${amount}` } : { amountPaise: Number(amount) * 100 }),
        }
      : { outcome: "done", result: { message: "Done." } };
  });
  showDesk(
    <>
      <OrderScreen params={{ orderId: order.orderId }} />
      <ChangeDialog />
    </>,
  );
  return sent;
}
