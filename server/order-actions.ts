import type { ReturnedData } from "#contract/command-data.ts";
import { type Command, defineCommand, getCommand } from "#platform/operator/command.ts";
import { toRole } from "#platform/operator/roles.ts";
import { orderArgument } from "#shop/orders/describe-for-owner.ts";
import { orderActions } from "#shop/orders/command-results.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { readOrderState } from "#shop/orders/server/index.ts";
import { findPaymentRefusals } from "#shop/payments/server/index.ts";
import { findRequestRefusal, findReturnRefusals } from "#shop/returns/server/index.ts";

/** Reports which actions an order allows now, and runs none of them. */
export const createOrderActionsCommand = (commands: readonly Command[]): Command =>
  defineCommand({
    noun: "orders",
    verb: "actions",
    data: orderActions.data,
    reads: true,
    summary: "Lists what can be done with an order now, and why other actions are not possible.",
    args: [{ ...orderArgument, forPacker: true }],
    options: {},
    examples: ["orders actions TRV-7K3M9Q"],
    forPacker: ({ data }) => ({ data }),
    async run(context, { args, role }) {
      const state = await readOrderState(context, args["orderId"] ?? "");
      const list = (refusals: Readonly<Record<string, string | null>>, number?: number) =>
        Object.entries(refusals)
          .filter(([action]) => toRole(getCommand(commands, action), role) !== null)
          .map(([action, refusal]) => ({ action, ...(number !== undefined && { return: number }), refusal }));
      const data: ReturnedData<typeof orderActions> = [
        ...list(state.refusals),
        ...list(await findPaymentRefusals(context, state.order.orderId)),
        ...list({ "returns --request": await findRequestRefusal(context, state) }),
        ...listReturnRequests(state.order).flatMap((_, at) =>
          list(findReturnRefusals(state, at + 1), at + 1),
        ),
      ];
      return {
        columns: ["Action", "Now"],
        rows: data.map(({ action, return: number, refusal }) => [
          number === undefined ? action : `${action} --return ${number}`,
          refusal ?? "can be done",
        ]),
        data,
      };
    },
  });
