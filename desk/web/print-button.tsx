import Download from "lucide/dist/esm/icons/download.mjs";
import Printer from "lucide/dist/esm/icons/printer.mjs";
import { type ReactNode, useState } from "react";
import { saveFile } from "#client/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError } from "#ui/toast.ts";
import { DeskError, getMessage, getPrintedCsv, openFile, run } from "./desk-calls.ts";
import styles from "./print-button.module.css";

interface PrintButtonProps {
  options?: Record<string, string>;
  args?: Record<string, string>;
  verb?: string;
  isInline?: boolean;
  children: ReactNode;
}

export function PrintButton({
  options = {},
  args = {},
  verb: command = "orders print",
  isInline = false,
  children,
}: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [remarks, setRemarks] = useState<string[]>([]);
  const print = async () => {
    setBusy(true);
    setRemarks([]);
    await draw(command, args, options).then(setRemarks, (cause: unknown) => toastError(getMessage(cause)));
    setBusy(false);
  };
  return (
    <>
      <Button
        variant={isInline ? "quiet" : "secondary"}
        className={isInline ? styles.inline : undefined}
        busy={isBusy}
        onClick={() => void print()}
      >
        {!isInline && <Icon of={isPaper(command) ? Printer : Download} size={18} />} {children}
      </Button>
      {remarks.length > 0 && (
        <Notice tone="danger">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

const isPaper = (command: string): boolean => command === "orders print" || command === "invoices";

async function draw(
  command: string,
  args: Record<string, string>,
  options: Record<string, string>,
): Promise<string[]> {
  const [noun = "", verb = ""] = command.split(" ");
  const reply = await run({ noun, verb, args, options });
  if (reply.outcome !== "done")
    throw new DeskError("refused", reply.outcome === "confirm" ? reply.question : reply.message);
  const csv = getPrintedCsv(reply);
  if (csv !== null) {
    const name = [noun, verb, options["by"], options["month"]].filter(Boolean).join("-");
    saveFile(new Blob([csv]), `${name}.csv`);
    return [];
  }
  const { files = [], task = "" } = reply;
  if (files.length === 0)
    throw new DeskError("refused", reply.result.message ?? "There is nothing to print.");
  for (const name of files) await openFile(task, name);
  return isPaper(command) ? (reply.result.message ?? "").split("\n").filter(Boolean) : [];
}
