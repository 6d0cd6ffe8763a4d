import { sendCommand as send } from "#platform/operator/operator-client.ts";
import type { OperatorProgress, OperatorReply, TypedCommand } from "#platform/operator/protocol.ts";

export class CommandInterrupted extends Error {
  constructor() {
    super(
      "The shop finishes the command. To see the result: npm run shop -- audit --of operators\n" +
        "To undo an import, see: npm run shop -- undo",
    );
  }
}

/** @throws ShopNotRunning, and CommandInterrupted on Ctrl-C */
export async function sendCommand(
  address: string,
  command: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
): Promise<OperatorReply> {
  const abortController = new AbortController();
  const interrupt = () => abortController.abort();
  process.once("SIGINT", interrupt);
  try {
    return await send(address, command, onProgress, abortController.signal);
  } catch (cause) {
    if (abortController.signal.aborted) throw new CommandInterrupted();
    throw cause;
  } finally {
    process.off("SIGINT", interrupt);
  }
}
