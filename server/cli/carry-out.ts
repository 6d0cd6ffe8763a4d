import { createInterface } from "node:readline/promises";
import type { OperatorOrder, OperatorProgress, OperatorReply } from "#shop/operator/protocol.ts";
import { exitCodes } from "./exit-codes.ts";
import { layOut, plainData } from "./lay-out.ts";
import { progressBar } from "./progress-bar.ts";

/** Whoever does what was ordered, and says on the way how far it has come. */
export type Obey = (
  order: OperatorOrder,
  onProgress: (progress: OperatorProgress) => void,
) => Promise<OperatorReply>;

/** Has an order carried out, asks back where the shop wants a yes, prints what came of it, gives the exit code. */
export async function carryOut(obey: Obey, order: OperatorOrder, asJson: boolean): Promise<number> {
  const bar = progressBar();
  const reply = await obey(order, bar.show).finally(bar.end);
  switch (reply.outcome) {
    case "done":
      say(asJson ? JSON.stringify(plainData(reply.result), null, 2) : layOut(reply.result));
      return reply.result.attention ? exitCodes.refused : exitCodes.done;
    case "confirm":
      return (await saysYes(reply.question))
        ? carryOut(obey, { ...order, confirmed: true }, asJson)
        : exitCodes.refused;
    case "unknown":
      return complain(reply.words, exitCodes.usage);
    case "refused":
    case "failed":
      return complain(reply.words, exitCodes.refused);
  }
}

export function complain(words: string, code: number): number {
  process.stderr.write(`${words}\n`);
  return code;
}

const say = (words: string) => void process.stdout.write(`${words}\n`);

async function saysYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    complain(`${question} Nothing was done: say so with --yes.`, exitCodes.refused);
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
