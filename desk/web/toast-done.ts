import { toastError, toastSuccess } from "#ui/toast.ts";
import { type FinishedRun, getMessage, run } from "./desk-calls.ts";
import { refreshViews } from "./use-view.ts";

export function toastDone(reply: FinishedRun, text?: string, fallback = "Done."): void {
  if (reply.outcome !== "done") return;
  const { undo, result } = reply;
  toastSuccess(
    text ?? (result.message || fallback),
    undo === undefined ? undefined : { label: "Undo", onClick: () => void undoChange(undo) },
  );
}

async function undoChange(number: number): Promise<void> {
  const command = { noun: "undo", verb: "", args: { number: String(number) }, options: {}, files: {} };
  const reply = await run({ ...command, confirmed: true }).catch((cause: unknown): FinishedRun => ({
    outcome: "refused",
    message: getMessage(cause),
  }));
  refreshViews();
  if (reply.outcome === "done") toastSuccess("Undone.");
  else if ("message" in reply) toastError(reply.message);
}
