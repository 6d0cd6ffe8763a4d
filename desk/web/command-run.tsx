import { useEffect, useRef, useState } from "react";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { isReading } from "#contract/command-data.ts";
import type { CommandRun, DescribedCommand, OperatorProgress } from "../calls.ts";
import styles from "./command-form.module.css";
import { Button } from "#ui/button.tsx";
import { DeskError, type FinishedRun, getMessage, run, upload, view } from "./desk-calls.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { isFilled, type KnownValues, listWords, type Values } from "./form-values.ts";
import { refreshViews } from "./use-view.ts";

interface How {
  confirmed?: CommandRun["confirmed"];
  dryRun?: CommandRun["dryRun"];
}

export function useCommandRun(
  command: DescribedCommand,
  expected: string | undefined,
  onDone: ((reply: FinishedRun) => void) | undefined,
) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<OperatorProgress | null>(null);
  const [question, setQuestion] = useState<(AskedQuestion & { say: () => void }) | null>(null);
  const uploading = useRef(new AbortController());
  const [lastReply, setReply] = useState<FinishedRun | null>(null);
  /**
   * Runs the command. `answers` is the question that the form already shows. If the shop asks the same question with
   * the same table, the click on the button confirms it. Returns true if the command is done.
   */
  const start = async (
    values: Values,
    {
      answers = null,
      seen = expected,
      ...options
    }: How & { answers?: FinishedRun | null; seen?: string | undefined } = {},
  ): Promise<boolean> => {
    setBusy(true);
    setQuestion(null);
    // Forgets the errors, so that the form shows and focuses them again if the shop refuses the same values again.
    setReply((last) => (last && "fields" in last ? null : last));
    uploading.current = new AbortController();
    const { signal } = uploading.current;
    const reply = await send(command, values, { ...options, expected: seen, signal }, setProgress);
    if (reply.outcome === "confirm" && isSameQuestion(reply, answers))
      return start(values, { confirmed: reply.question, seen });
    setBusy(false);
    setProgress(null);
    // The form may have changed since the question, so 'Yes' sends the values that the question was about.
    if (reply.outcome === "confirm") {
      setQuestion({ ...reply, say: () => void start(values, { confirmed: reply.question, seen }) });
      return false;
    }
    setReply(reply);
    const isDone = reply.outcome === "done";
    if (options.dryRun || isOnlyReading(command, values)) return isDone;
    refreshViews();
    if (isDone) onDone?.(reply);
    return isDone;
  };
  /** Removes the refusal, except the errors of these fields. */
  const keepErrors = (names: readonly string[]) =>
    setReply((last) => {
      if (last === null || last.outcome === "done" || last.outcome === "failed") return last;
      const kept = Object.entries(getFaults(last) ?? {}).filter(([name]) => names.includes(name));
      return kept.length > 0 && "fields" in last ? { ...last, fields: Object.fromEntries(kept) } : null;
    });
  return {
    isBusy,
    progress,
    cancel: progress?.progress === UPLOADING ? () => uploading.current.abort() : undefined,
    question,
    done: lastReply,
    start,
    keepErrors,
    forgetAll: () => setReply(null),
    withdraw: () => setQuestion(null),
  };
}

export type AskedQuestion = Extract<FinishedRun, { outcome: "confirm" }>;

const isSameQuestion = ({ question, rows }: AskedQuestion, shown: FinishedRun | null): boolean =>
  shown?.outcome === "confirm" &&
  shown.question === question &&
  JSON.stringify(shown.rows) === JSON.stringify(rows);

export type Faults = Readonly<Record<string, string>>;

export const getFaults = (reply: FinishedRun | null): Faults | null =>
  (reply && "fields" in reply && reply.fields) || null;

interface QuestionProps {
  commandRun: ReturnType<typeof useCommandRun>;
  /** The label of the button that confirms: the name of the action. */
  yes?: string | undefined;
}

export function Question({ commandRun, yes = "Yes, do it" }: QuestionProps) {
  const [first = "", ...paragraphs] = (commandRun.question?.question ?? "").split("\n");
  return (
    <div className={styles.question}>
      <ConfirmDialog
        open={commandRun.question !== null}
        {...(paragraphs.length > 0 ? { title: first, question: paragraphs.join("\n") } : { question: first })}
        yes={yes}
        no="No"
        onYes={() => commandRun.question?.say()}
        onNo={commandRun.withdraw}
      />
    </div>
  );
}

export function Progress({
  progress,
  done,
  of,
  onCancel,
}: OperatorProgress & { onCancel?: (() => void) | undefined }) {
  return (
    <>
      <label className={styles.progress}>
        <span>
          {progress}
          {of !== undefined && `: ${formatShare(done ?? 0, of)}`}
        </span>
        <progress {...(of !== undefined && { value: done ?? 0, max: of })} />
      </label>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

/** Returns few steps as a count, such as `3 of 12`, and many, such as the rows of a backup, in percent. */
const formatShare = (done: number, of: number): string =>
  of > 100 ? `${Math.floor((100 * done) / of)} %` : `${done} of ${of}`;

/** Runs a read-only command as soon as its form opens. */
export function useRunAtOnce(command: DescribedCommand, knownValues: KnownValues, submit: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    const isMissing = listWords(command).some(({ name, required }) => required && !knownValues[name]);
    // A command that writes files waits for a click on the button.
    const writes = Object.values(command.options).some(({ kind }) => kind === "folder");
    if (hasRun.current || command.reads !== true || isMissing || writes) return;
    hasRun.current = true;
    submit();
  });
}

/**
 * Returns why the shop would refuse the command. Null if the shop would accept it or has not responded yet, or if
 * `isEnabled` is false.
 */
export const useRefusal = (
  command: DescribedCommand | undefined,
  values: Values,
  isEnabled = true,
): string | null => useQuery(toRefusalQuery(command, values, isEnabled)).data ?? null;

/** Like `useRefusal`, for several sets of values. */
export const useRefusals = (
  command: DescribedCommand | undefined,
  values: readonly Values[],
): (string | null)[] =>
  useQueries({ queries: values.map((each) => toRefusalQuery(command, each, true)) }).map(
    ({ data = null }) => data,
  );

function toRefusalQuery(command: DescribedCommand | undefined, values: Values, isEnabled: boolean) {
  const { noun = "", verb = "" } = command ?? {};
  return queryOptions<string | null, DeskError>({
    queryKey: ["news", "refusal", noun, verb, values],
    queryFn: async ({ signal }) => {
      if (!command) return null;
      try {
        await view({ noun, verb, ...(await toTyped(command, values)), dryRun: true }, { signal });
        return null;
      } catch (cause) {
        if (!(cause instanceof DeskError) || cause.code !== "refused") throw cause;
        return cause.message;
      }
    },
    enabled: isEnabled && command?.hasPreview === true,
  });
}

/** Returns the result of a dry run. Null while it is not enabled, or while the result is loading. */
export function usePreview(
  command: DescribedCommand,
  values: Values,
  isEnabled: boolean,
): FinishedRun | null {
  const [preview, setPreview] = useState<{ of: Values; done: FinishedRun } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (isEnabled)
      void send(command, values, { dryRun: true }).then((reply) => {
        if (isCurrent) setPreview({ of: values, done: reply });
      });
    return () => {
      isCurrent = false;
    };
  }, [command, values, isEnabled]);
  return preview?.of === values ? preview.done : null;
}

export async function send(
  command: DescribedCommand,
  values: Values,
  { expected, signal, ...options }: How & { expected?: string | undefined; signal?: AbortSignal },
  onProgress?: (progress: OperatorProgress) => void,
): Promise<FinishedRun> {
  try {
    return await run(
      {
        noun: command.noun,
        verb: command.verb,
        ...(await toTyped(command, values, { signal, onProgress })),
        ...options,
        ...(expected !== undefined && { expected }),
      },
      (line) => {
        if (!("outcome" in line)) onProgress?.(line);
      },
    );
  } catch (cause) {
    return { outcome: "refused", message: signal?.aborted ? CANCELLED : getMessage(cause) };
  }
}

const CANCELLED = "You cancelled the upload, so nothing was saved. What you entered is still here.";
const UPLOADING = "Uploading";

export const isOnlyReading = (command: DescribedCommand, values: Values): boolean =>
  isReading(command, {
    args: {},
    options: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isFilled(value) ? "on" : undefined]),
    ),
  });

/** Builds the request as the command line does: omits empty values and uploads the files first. */
async function toTyped(
  command: DescribedCommand,
  values: Values,
  { signal, onProgress }: UploadProgress = {},
) {
  const chosen = Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []));
  const of = chosen.reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  // Uploads one file after another, so that a lost connection interrupts only one of them.
  const uploadAll = async (list: readonly File[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const file of list) {
      const onSent = (bytes: number) =>
        onProgress?.({ progress: UPLOADING, done: Math.min(sent + bytes, of), of });
      onSent(0);
      ids.push(await upload(file, { ...(signal && { signal }), onSent }));
      signal?.throwIfAborted();
      sent += file.size;
    }
    return ids;
  };
  const args: Record<string, string> = {};
  const options: Record<string, string> = {};
  const files: Record<string, string[]> = {};
  for (const { name, isArgument, kind } of listWords(command)) {
    const value = values[name];
    if (Array.isArray(value)) {
      if (value.length > 0) files[isArgument ? `@${name}` : name] = await uploadAll(value);
    } else if (value !== undefined && value.trim() !== "")
      (isArgument ? args : options)[name] =
        kind === "markdown" ? value : value.trim().replaceAll(/\s*\n\s*/g, "\n");
  }
  if (chosen.length > 0) onProgress?.({ progress: "Saving" });
  return { args, options, files };
}

interface UploadProgress {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: OperatorProgress) => void) | undefined;
}
