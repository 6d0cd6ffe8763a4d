import { request } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import {
  type DescribedCommand,
  describedCommandSchema,
  type OperatorOrder,
  type OperatorReply,
  replySchema,
} from "#shop/operator/protocol.ts";

/** Nobody answers at the operator's door, or it is not ours to open. */
export class ShopNotRunning extends Error {}

const reasons: Record<string, string> = {
  EACCES: "You may not talk to this shop: its data folder belongs to another user.",
  EPERM: "You may not talk to this shop: its data folder belongs to another user.",
};

const notRunning = (address: string) =>
  `The shop is not running (nobody answers at ${address}).\n` +
  "Start it with: npm start\nIf it runs with another DATA_DIR, set the same one here.";

/** Everything the running shop can be told. @throws ShopNotRunning */
export const askForCommands = async (address: string): Promise<DescribedCommand[]> =>
  v.parse(v.array(describedCommandSchema), await ask(address, "GET", "/commands"));

/** Has an order carried out. @throws ShopNotRunning */
export const sendOrder = async (address: string, order: OperatorOrder): Promise<OperatorReply> =>
  v.parse(replySchema, await ask(address, "POST", "/run", order));

/** HTTP over the socket; `fetch` cannot do that. */
function ask(address: string, method: string, path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: address, method, path }, (answer) => {
      text(answer).then((words) => resolve(JSON.parse(words)), reject);
    });
    asking.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
      reject(new ShopNotRunning(reasons[code] ?? notRunning(address)));
    });
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
