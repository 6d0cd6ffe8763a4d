import { parseCommandName, type ReturnedData } from "#contract/command-data.ts";
import type { Context } from "#platform/context.ts";
import {
  type Command,
  CommandRefused,
  ConfirmationRequired,
  defineCommand,
  getCommand,
  PasskeyRequired,
} from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { toRole } from "#platform/operator/roles.ts";
import { orderActions, type orderDetails } from "#shop/orders/command-results.ts";
import { lockOrder } from "#shop/orders/server/index.ts";

type Options = Readonly<Record<string, string>>;

type ShownOrder = ReturnedData<typeof orderDetails>;

const TEXT = "…";

const ofParcels = ({ parcels = [] }: ShownOrder, options: Options): Options[] => [
  options,
  ...parcels.map(({ position }) => ({ ...options, parcel: String(position) })),
];

const ofLines = ({ lines }: ShownOrder, options: Options): Options[] =>
  lines.slice(0, MAX_LINES).map(({ productId }) => ({ ...options, line: `${productId}:1` }));

/** Maximum number of an order's lines for which each action is tried. */
const MAX_LINES = 10;

/**
 * The commands that change an order, with the inputs to try. An action is possible if the shop accepts one of its
 * inputs.
 */
const actions: Readonly<Record<string, (order: ShownOrder) => readonly Options[]>> = {
  "orders confirm": () => [{}],
  "orders paid": () => [{ by: "cash" }],
  "cancellations --approve": () => [{}],
  "cancellations --decline": () => [{ words: TEXT }],
  "orders dispatch": (order) => ofParcels(order, { courier: TEXT, number: TEXT }),
  "orders deliver": (order) => [...ofParcels(order, {}), { "in-person": "on" }],
  "orders refund --lost": (order) => ofParcels(order, { reason: TEXT }),
  "orders replace --lost": (order) => ofParcels(order, { reason: TEXT }),
  "orders cancel --refused": () => [{ reason: TEXT }],
  "orders settle": () => [{ as: TEXT }],
  "orders replace": (order) => [...ofLines(order, { reason: TEXT }), { "call-off": "on", reason: TEXT }],
  "orders correct": () => [{ phone: "9000000000" }, { phone: "9000000001" }],
  "orders refund": (order) =>
    [{}, { "by-hand": TEXT }].flatMap((options) => [
      { ...options, reason: TEXT },
      ...ofLines(order, { ...options, reason: TEXT }),
    ]),
  "orders cancel": (order) => [{ reason: TEXT }, ...ofLines(order, { reason: TEXT })],
  "payments --retry": () => [{}],
  payments: () => [{ "by-hand": TEXT }],
  "payments --seen": () => [{}],
};

const returnActions: Readonly<Record<string, readonly Options[]>> = {
  "returns --accept": [{}],
  "returns --refuse": [{ words: TEXT }],
  "returns --received": [{}],
  "returns --refund": [{}, { "by-hand": TEXT }],
};

/** Creates `orders actions`. It tries each command and rolls it back, so that the commands' own rules decide. */
export const createOrderActionsCommand = (commands: readonly Command[]): Command => {
  const show = getCommand(commands, "orders show");
  const [orderId] = show.args;
  if (!orderId) throw new Error("The command 'orders show' has no argument.");
  return defineCommand({
    noun: "orders",
    verb: "actions",
    data: orderActions.data,
    reads: true,
    summary: "Lists what can be done with an order now, and why other actions are not possible.",
    args: [orderId],
    options: {},
    examples: ["orders actions TRV-7K3M9Q"],
    forPacker: ({ data }) => ({ data }),
    async run(context, input) {
      const list = await rehearse(context, async (rehearsal) => {
        // Locks the order, so that parallel requests neither deadlock nor mix two of its states.
        await rehearsal.transact((tx) => lockOrder(tx, input.args[orderId.name] ?? ""));
        const { data } = await show.run(rehearsal, { ...input, role: undefined });
        const order = data as ShownOrder;
        const possible: ReturnedData<typeof orderActions> = [];
        const add = async (action: string, tries: readonly Options[], number?: number) => {
          const command = toRole(getCommand(commands, action), input.role);
          if (!command) return;
          const { options: more } = parseCommandName(
            action,
            number === undefined ? {} : { return: String(number) },
          );
          const allTries = tries.map((each) => ({ ...more, ...each }));
          const refusal = await findRefusal(rehearsal, command, order.orderId, allTries);
          possible.push({ action, ...(number !== undefined && { return: number }), refusal });
        };
        for (const [action, listTries] of Object.entries(actions)) await add(action, listTries(order));
        const returns = (order.returnRequest ? 1 : 0) + (order.laterReturns?.length ?? 0);
        for (let number = 1; number <= returns; number++)
          for (const [action, tries] of Object.entries(returnActions)) await add(action, tries, number);
        return possible;
      });
      return {
        columns: ["Action", "Now"],
        rows: list.map(({ action, return: number, refusal }) => [
          number === undefined ? action : `${action} --return ${number}`,
          refusal ?? "can be done",
        ]),
        data: list,
      };
    },
  });
};

/** Tries all inputs. Returns null if a command accepts one of them, otherwise the refusal of the first. */
async function findRefusal(
  rehearsal: Context,
  command: Command,
  orderId: string,
  tries: readonly Options[],
): Promise<string | null> {
  const undo = new Error("An attempt is rolled back.");
  const args = { [command.args[0]?.name ?? ""]: orderId };
  let first: string | null = null;
  for (const options of tries)
    try {
      // Each attempt must find the same order.
      await rehearsal.transact(async () => {
        await command.run(rehearsal, { args, options, folder: "", confirmed: false });
        throw undo;
      });
    } catch (cause) {
      if (cause === undo || cause instanceof ConfirmationRequired || cause instanceof PasskeyRequired)
        return null;
      if (!(cause instanceof CommandRefused)) throw cause;
      first ??= cause.message;
    }
  return first;
}
