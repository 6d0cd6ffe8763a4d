import { expect } from "vitest";
import { parseCommandName } from "#contract/command-data.ts";
import type { Context } from "#platform/context.ts";
import { CommandRefused, getCommand, PasskeyRequired } from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { commands } from "../../server/commands.ts";
import { readOrderState } from "../../shop/orders/server/index.ts";

type Options = Readonly<Record<string, string>>;

const TEXT = "…";

function listTries(positions: readonly number[], productIds: readonly string[]): Record<string, Options[]> {
  const reason = TEXT;
  const ofParcels = (options: Options): Options[] => [
    options,
    ...positions.map((position) => ({ ...options, parcel: String(position) })),
  ];
  const ofLines = (options: Options): Options[] =>
    productIds.map((productId) => ({ ...options, line: `${productId}:1` }));
  return {
    "orders confirm": [{}],
    "orders paid": [{ by: "cash" }],
    "orders cancel --approve": [{}],
    "orders cancel --decline": [{ words: TEXT }],
    "orders dispatch": ofParcels({ courier: TEXT, number: TEXT }),
    "orders deliver": ofParcels({}),
    "orders deliver --in-person": [{}],
    "orders refund --lost": ofParcels({ reason }),
    "orders replace --lost": ofParcels({ reason }),
    "orders cancel --refused": [{ reason }],
    "orders settle": [{ as: TEXT }],
    "orders replace": [...ofLines({ reason }), { "call-off": "on", reason }],
    "orders correct": [{ phone: "9000000000" }, { phone: "9000000001" }],
    "orders refund": [{}, { "by-hand": TEXT }].flatMap((options) => [
      { ...options, reason },
      ...ofLines({ ...options, reason }),
    ]),
    "orders cancel": [{ reason }, ...ofLines({ reason })],
    "payments --retry": [{}],
    payments: [{ "by-hand": TEXT }],
    "payments --seen": [{}],
    "returns --request": ofLines({}),
    "returns --accept": [{}],
    "returns --refuse": [{ words: TEXT }],
    "returns --received": [{}],
    "returns --refund": [{}, { "by-hand": TEXT }],
  };
}

interface Action {
  action: string;
  return?: number;
  refusal: string | null;
}

/** Checks that `orders actions` predicts which commands succeed. Tries each command and rolls it back. */
export async function expectActionsAgree(context: Context, orderId: string): Promise<void> {
  const input = { args: { orderId }, options: {}, folder: "", confirmed: false };
  const { data } = await getCommand(commands, "orders actions").run(context, input);
  const { parcels, lines } = await readOrderState(context, orderId);
  const tries = listTries(
    parcels.map(({ position }) => position),
    lines.map(({ productId }) => productId),
  );
  const predicted = data as Action[];
  const actual = await rehearse(context, async (rehearsal) => {
    const results: Action[] = [];
    for (const { action, return: number } of predicted) {
      const of = number === undefined ? {} : { return: number };
      const inputs = (tries[action] ?? []).map((options) => ({
        ...options,
        ...(number !== undefined && { return: String(number) }),
      }));
      results.push({ action, ...of, refusal: await findRefusal(rehearsal, action, orderId, inputs) });
    }
    return results;
  });
  expect(predicted).toEqual(actual);
}

/** Returns null if the command accepts one of the inputs, otherwise the error message for the first input. */
async function findRefusal(
  rehearsal: Context,
  action: string,
  orderId: string,
  tries: readonly Options[],
): Promise<string | null> {
  const undo = new Error("An attempt is rolled back.");
  const { options: more } = parseCommandName(action);
  const command = getCommand(commands, action);
  let first: string | null = null;
  for (const each of tries)
    try {
      await rehearsal.transact(async () => {
        const options = { ...more, ...each };
        await command.run(rehearsal, { args: { orderId }, options, folder: "", confirmed: true });
        throw undo;
      });
    } catch (cause) {
      if (cause === undo || cause instanceof PasskeyRequired) return null;
      if (!(cause instanceof CommandRefused)) throw cause;
      first ??= cause.message;
    }
  return first;
}
