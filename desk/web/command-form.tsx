import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { toastSuccess } from "#ui/toast.ts";
import type { DescribedCommand, OperatorProgress } from "../calls.ts";
import styles from "./command-form.module.css";
import { DeskError, type Done, run, upload } from "./desk-calls.ts";
import { listWords, type Value, type Word, WordField } from "./word-field.tsx";
import { ResultView } from "./result-view.tsx";
import { refreshViews } from "./use-view.ts";

interface CommandFormProps {
  command: DescribedCommand;
  /** Values that are known already, by the names of arguments and options. */
  known?: Readonly<Record<string, string>>;
  /** Names that are not asked for: their known values are sent as they are. */
  hidden?: readonly string[];
  /** The revision of what it changes, as it is on the screen: with a later one nothing is done. */
  expected?: string | undefined;
  /** The words of the button; the command's own verb without them. */
  label?: string;
  /** It was done, and what it said. */
  onDone?: (done: Done) => void;
}

/** The form of a command, made from its declaration; its question is asked before anything is done. */
export function CommandForm({ command, known = {}, hidden = [], expected, label, onDone }: CommandFormProps) {
  const words = listWords(command);
  const [values, setValues] = useState<Record<string, Value>>(known);
  // As it was when the form was opened: what somebody changes meanwhile is shown behind it, and counts as changed.
  const [opened] = useState(expected);
  const doing = useDoing(command, opened, onDone);
  const said = sayEmptied(words, known, values);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void doing.start(said);
  };
  useRunAtOnce(command, known, submit);
  const asked = words.filter(({ name, kind }) => !hidden.includes(name) && kind !== "folder");
  return (
    <>
      <form className={styles.form} onSubmit={submit} aria-busy={doing.isBusy}>
        {asked.map((word) => (
          <WordField
            key={word.name}
            word={word}
            value={values[word.name]}
            onChange={(value) => setValues((now) => ({ ...now, [word.name]: value }))}
          />
        ))}
        <div className={styles.actions}>
          <Button type="submit" busy={doing.isBusy}>
            {label ?? getLabel(command)}
          </Button>
          {command.hasPreview && (
            <Button variant="quiet" onClick={() => void doing.start(said, { dryRun: true })}>
              See what it would do
            </Button>
          )}
          {doing.progress && <Progress {...doing.progress} />}
        </div>
      </form>
      <ConfirmDialog
        open={doing.question !== null}
        question={doing.question ?? ""}
        yes="Yes, do it"
        no="No"
        onYes={() => void doing.start(said, { confirmed: true })}
        onNo={doing.withdraw}
      />
      <div role="status" className={styles.result}>
        {doing.done && <ResultView done={doing.done} />}
      </div>
    </>
  );
}

/** What stood there and was emptied is taken away, where the command has a word for it. */
function sayEmptied(words: readonly Word[], known: Readonly<Record<string, string>>, values: Values): Values {
  const emptied = words.filter(
    ({ name, or }) => or.includes(NONE) && (known[name] ?? NONE) !== NONE && values[name] === "",
  );
  return { ...values, ...Object.fromEntries(emptied.map(({ name }) => [name, NONE])) };
}

const NONE = "none";

interface CommandButtonProps {
  command: DescribedCommand;
  /** All that is said to it. */
  values: Values;
  variant?: ButtonVariant;
  disabled?: boolean;
  expected?: string | undefined;
  onDone?: (done: Done) => void;
  children: ReactNode;
}

/** One press for a command of which everything is known; its question comes first all the same. */
export function CommandButton({
  command,
  values,
  variant = "primary",
  disabled = false,
  ...rest
}: CommandButtonProps) {
  const doing = useDoing(command, rest.expected, (done) => {
    if (done.outcome === "done" && done.result.message && !done.result.rows)
      toastSuccess(done.result.message);
    rest.onDone?.(done);
  });
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        busy={doing.isBusy}
        onClick={() => void doing.start(values)}
      >
        {rest.children}
      </Button>
      <ConfirmDialog
        open={doing.question !== null}
        question={doing.question ?? ""}
        yes="Yes, do it"
        no="No"
        onYes={() => void doing.start(values, { confirmed: true })}
        onNo={doing.withdraw}
      />
      {doing.done && (doing.done.outcome !== "done" || doing.done.result.rows) && (
        <div role="status" className={styles.result}>
          <ResultView done={doing.done} />
        </div>
      )}
    </>
  );
}

/** A list without words that must be said is shown before anybody presses anything. */
function useRunAtOnce(
  command: DescribedCommand,
  known: Readonly<Record<string, string>>,
  submit: () => void,
): void {
  const hasRun = useRef(false);
  useEffect(() => {
    const isMissing = command.args.some(({ name, optional }) => !optional && !known[name]);
    // What writes files is not done unasked.
    const writes = Object.values(command.options).some(({ kind }) => kind === "folder");
    if (hasRun.current || !command.reads || isMissing || writes) return;
    hasRun.current = true;
    submit();
  });
}

type Values = Readonly<Record<string, Value>>;

/** With the answer to its question, or only to say what it would do. */
interface How {
  confirmed?: boolean;
  dryRun?: boolean;
}

/** Having a command done, from the button to the result. */
function useDoing(
  command: DescribedCommand,
  expected: string | undefined,
  onDone: ((done: Done) => void) | undefined,
) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<OperatorProgress | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const start = async (values: Values, how: How = {}) => {
    setBusy(true);
    setQuestion(null);
    const reply = await send(command, values, { ...how, expected }, setProgress);
    setBusy(false);
    setProgress(null);
    if (reply.outcome === "confirm") return setQuestion(reply.question);
    setDone(reply);
    if (how.dryRun || command.reads) return;
    refreshViews();
    if (reply.outcome === "done") onDone?.(reply);
  };
  return { isBusy, progress, question, done, start, withdraw: () => setQuestion(null) };
}

async function send(
  command: DescribedCommand,
  values: Values,
  { expected, ...how }: How & { expected: string | undefined },
  onProgress: (progress: OperatorProgress) => void,
): Promise<Done> {
  try {
    return await run(
      {
        noun: command.noun,
        verb: command.verb,
        ...(await toTyped(command, values)),
        ...how,
        ...(expected !== undefined && { expected }),
      },
      (line) => {
        if (!("outcome" in line)) onProgress(line);
      },
    );
  } catch (cause) {
    if (!(cause instanceof DeskError)) throw cause;
    return { outcome: "refused", message: cause.message };
  }
}

/** As the command line would send it: what was left empty is not said; files are handed over first. */
async function toTyped(command: DescribedCommand, values: Values) {
  const args: Record<string, string> = {};
  const options: Record<string, string> = {};
  const files: Record<string, string[]> = {};
  for (const { name, isArgument } of listWords(command)) {
    const value = values[name];
    if (Array.isArray(value)) {
      if (value.length > 0) files[isArgument ? `@${name}` : name] = await Promise.all(value.map(upload));
    } else if (value !== undefined && value.trim() !== "")
      (isArgument ? args : options)[name] = value.trim().replaceAll(/\s*\n\s*/g, "\n");
  }
  return { args, options, files };
}

const getLabel = ({ noun, verb, reads }: DescribedCommand): string =>
  reads ? "Show" : capitalise((verb || noun).replaceAll("-", " "));

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Progress({ progress, done, of }: OperatorProgress) {
  return (
    <label className={styles.progress}>
      <span>
        {progress}
        {of !== undefined && `: ${done ?? 0} of ${of}`}
      </span>
      <progress {...(of !== undefined && { value: done ?? 0, max: of })} />
    </label>
  );
}
