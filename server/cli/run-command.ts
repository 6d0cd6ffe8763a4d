import { createInterface } from "node:readline/promises";
import type { TypedCommand, OperatorProgress, OperatorReply } from "#platform/operator/protocol.ts";
import { exitCodes } from "./exit-codes.ts";
import { formatResult, toPlainData } from "./format-result.ts";
import { printError } from "./print-error.ts";
import { SingleBar } from "cli-progress";

/** Runs a command and reports its progress. */
export type SendCommand = (
  typed: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
) => Promise<OperatorReply>;

/** Runs a command, asks for confirmation if needed, prints the result and returns the exit code. */
export async function runAndPrint(send: SendCommand, typed: TypedCommand, asJson: boolean): Promise<number> {
  const bar = createProgressBar();
  const reply = await send(typed, bar.show).finally(bar.end);
  switch (reply.outcome) {
    case "done":
      say(asJson ? JSON.stringify(toPlainData(reply.result), null, 2) : formatResult(reply.result));
      return reply.result.attention ? exitCodes.refused : exitCodes.done;
    case "confirm":
      return (await askToConfirm(reply.question, asJson))
        ? runAndPrint(send, { ...typed, confirmed: true }, asJson)
        : exitCodes.refused;
    case "unknown":
    case "usage":
      return printError(reply.message, exitCodes.usage, asJson);
    case "passkey":
    case "refused":
    case "stale":
    case "failed":
      return printError(reply.message, exitCodes.refused, asJson);
  }
}

const say = (message: string) => void process.stdout.write(`${message}\n`);

async function askToConfirm(question: string, asJson: boolean): Promise<boolean> {
  if (!process.stdin.isTTY) {
    printError(`${question} Nothing was done: say so with --yes.`, exitCodes.refused, asJson);
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Creates a progress bar for a terminal; prints nothing into a log or a pipe. */
function createProgressBar(): { show(progress: OperatorProgress): void; end(): void } {
  const bar = new SingleBar({
    format: "{bar} {value}/{total}  {label}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    forceRedraw: true,
    stream: process.stderr,
  });
  let isUp = false;
  return {
    show({ progress: label, done = 0, of = 1 }) {
      if (!process.stderr.isTTY) return;
      if (!isUp) bar.start(of, done, { label });
      else {
        bar.setTotal(of);
        bar.update(done, { label });
      }
      isUp = true;
    },
    end() {
      if (isUp) bar.stop();
    },
  };
}
