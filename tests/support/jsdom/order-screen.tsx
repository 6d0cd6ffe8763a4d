import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { vi } from "vitest";
import type { CommandRun, DescribedCommand, View } from "../../../desk/calls.ts";
import { ChangeDialog } from "../../../desk/web/changeable.tsx";
import OrderScreen from "../../../desk/web/screens/order.tsx";
import { queries } from "../../../desk/web/use-view.ts";

const flag = { summary: "…", flag: true } as const;
const line = { summary: "the pieces", kind: "pieces", many: true } as const;
const amount = { summary: "the amount", kind: "amount" } as const;
const reason = { summary: "the reason", required: true } as const;

const describeCommand = (
  noun: string,
  verb: string,
  options: DescribedCommand["options"],
): DescribedCommand => ({
  noun,
  verb,
  summary: "…",
  args: [{ name: "orderId", summary: "the order" }],
  options,
  examples: [],
  hasPreview: true,
});

const commands: readonly DescribedCommand[] = [
  describeCommand("orders", "cancel", { line, reason }),
  describeCommand("orders", "refund", { line, restock: flag, amount, reason }),
  describeCommand("orders", "dispatch", {
    line,
    courier: { summary: "the courier" },
    number: { summary: "the number" },
    link: { summary: "the tracking page", kind: "link" },
  }),
  describeCommand("orders", "deliver", { "in-person": flag }),
  describeCommand("orders", "correct", {
    street: { summary: "the street" },
    gstin: { summary: "the GSTIN" },
  }),
  describeCommand("orders", "replace", { line, reason }),
  describeCommand("orders", "paid", {
    by: { summary: "how the customer paid", choices: ["upi", "bank", "cash"], required: true },
    reference: { summary: "the bank reference" },
  }),
  describeCommand("payments", "", { "by-hand": { summary: "the reference" } }),
  describeCommand("returns", "", {
    accept: flag,
    received: flag,
    refund: flag,
    words: { summary: "for the customer" },
    "way-back": { summary: "who pays the return shipping", choices: ["shop", "customer"] },
    amount,
    restock: flag,
    "by-hand": { summary: "the reference" },
    return: { summary: "the number of the return", kind: "position" },
  }),
  describeCommand("audit", "", {}),
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
  /** After a command has run, the screen reads the order again. The response arrives when this promise resolves. */
  reading?: Promise<void>;
}

/** Shows the screen of `order` with these fields and possible actions. Returns the commands that were run. */
export function showOrder(
  fields: object,
  actions: readonly (string | object)[] = [],
  { records = [], reading }: Answers = {},
): CommandRun[] {
  const sent: CommandRun[] = [];
  const read = (name: string): unknown =>
    ({
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
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json(commands);
    const run = JSON.parse(body) as CommandRun & View;
    const { noun, verb, dryRun, options } = run;
    if (address === "/api/view") {
      if (sent.length > 0) await reading;
      return Response.json({ outcome: "done", result: { data: read(`${noun} ${verb}`.trim()) } });
    }
    if (!dryRun) sent.push(run);
    const action = verb === "paid" ? "Record" : "Refund";
    const reply = dryRun
      ? {
          outcome: "confirm",
          question: `${action} ₹${options?.["amount"] ?? "999.00"} of ₹2,000.00 to Meera?`,
        }
      : { outcome: "done", result: { message: "Done." } };
    return new Response(`${JSON.stringify(reply)}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <OrderScreen params={{ orderId: order.orderId }} />
      <ChangeDialog />
    </QueryClientProvider>,
  );
  return sent;
}
