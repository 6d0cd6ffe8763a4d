import { formatDateTime } from "#contract/dates.ts";
import { capitalise } from "#contract/text.ts";
import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import type { DescribedCommand } from "../calls.ts";
import styles from "./command-form.module.css";
import {
  type Faults,
  getFaults,
  isOnlyReading,
  Progress,
  Question,
  useCommandRun,
  usePreview,
} from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import {
  clearFiles,
  describeMismatch,
  type Entered,
  enterValue,
  fillValues,
  findFault,
  hasInput,
  hasNone,
  isFilled,
  type KnownValues,
  listChanged,
  listEmptied,
  listWords,
  pickSent,
  pickTexts,
  type Values,
  type Word,
} from "./form-values.ts";
import { forgetDraft, keepDraft, readDraft } from "./draft.ts";
import { labelFault, toChoiceLabel, toLabel, toScreenWords } from "./labels.ts";
import { QuestionBelow } from "./question-below.tsx";
import { ResultTable, ResultView } from "./result-view.tsx";
import { useLeaveWarning } from "./router.ts";
import { ToggleGroup } from "./screen-parts.tsx";
import { toastDiscarded } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";
import { LONG_TEXTS, WordField } from "./word-field.tsx";

export interface CommandFormProps {
  name: string;
  known?: KnownValues;
  /** The names of fields that are not shown. Their preset values are sent. */
  hidden?: readonly string[];
  /** The names of the fields to show. The default is all fields of `groups`, or all fields if `groups` is not set. */
  asked?: readonly string[] | undefined;
  /** The revision of the data in the form. If the data has changed since, the shop refuses the command. */
  expected?: string | undefined;
  /** A newer revision, which the user has seen and may overwrite. It is sent instead of `expected`. */
  seen?: string | undefined;
  /** If set, the form sends only changed values. Receives their names and returns the `expected` revision to send. */
  expectedOf?: ((changed: readonly string[]) => string) | undefined;
  /** Called when the form opens and when `isChanged` changes. Without `expectedOf`, `isChanged` is always true. */
  onChanged?: (isChanged: boolean) => void;
  onValues?: ((values: Values) => void) | undefined;
  isRow?: boolean;
  groups?: readonly FieldGroup[] | undefined;
  alternatives?: Alternatives | undefined;
  /** The names of fields that are required, although the command's description does not say so. */
  needed?: readonly string[] | ((values: Values) => readonly string[]);
  label?: string;
  onDone?: (reply: FinishedRun, values: Values) => void;
  /** Called instead of `onDone` if the command only reads. */
  onRead?: (reply: FinishedRun, values: Values) => void;
  drawPage?: ((values: Values) => ReactNode) | undefined;
  /** Draws more below fields, by the name of the field. */
  below?: Readonly<Record<string, (values: Values, fill: Fill) => ReactNode>>;
  /** True to offer no preview, and to show only errors below the form, not the result. */
  isQuiet?: boolean;
  /** Whether the command's confirmation question is shown below the fields. Clicking the button then confirms it. */
  asksBelow?: boolean | ((values: Values) => boolean);
  /** Draws what the command would change. Once this is shown, the button runs the command without a question. */
  drawPreview?: ((preview: FinishedRun) => ReactNode) | undefined;
  /** True to hide the buttons until a value has changed, and then show them in a bar that stays in view. */
  hasSaveBar?: boolean;
  /** Lets a save box save and discard this form, together with the other forms of the screen. */
  savedBy?: { handle: Ref<FormHandle>; onSubmit: (event: FormEvent) => void };
  /** True if the browser keeps what the user has entered until the command is done or the user discards it. */
  keepsDraft?: boolean;
  /**
   * Hints to show instead of the command's own hints, which also mention what only the command line can do. A function
   * receives the amount of the refund in the question below the fields.
   */
  hints?: Readonly<Record<string, string | ((amount: string | undefined) => string)>>;
}

export interface FormHandle {
  /** Returns whether the values were saved. `seen` is a newer revision than the one in the props. */
  save: (seen: string | undefined) => Promise<boolean>;
  /** Returns a function that brings the input back. */
  discard: () => () => void;
}

/** Fills in values that depend on the field `source`. The default is the field above. */
type Fill = (values: Values, source?: string) => void;

export interface FieldGroup {
  title: string;
  names: readonly string[];
  isFolded?: true;
  /** Whether a field is shown, if this depends on other values. A hidden field is not sent. */
  isShown?: (values: Values, name: string) => boolean;
}

/** A choice at the top of a form. The fields of the alternatives that are not chosen are neither shown nor sent. */
interface Alternatives {
  label: string;
  fields: Readonly<Record<string, readonly string[]>>;
}

function listOmitted({ fields }: Alternatives, chosen: string): string[] {
  const kept = fields[chosen] ?? [];
  return Object.values(fields)
    .flat()
    .filter((name) => !kept.includes(name));
}

/** A form for any command, generated from its description. Renders nothing if the user's role may not run it. */
export function CommandForm({ name, ...props }: CommandFormProps) {
  const command = useCommand(name);
  return command && <KnownForm command={command} {...props} />;
}

function KnownForm({
  command,
  known = {},
  hidden = [],
  expected,
  seen,
  expectedOf,
  onChanged,
  onValues,
  isRow = false,
  groups,
  asked = groups?.flatMap(({ names }) => names),
  alternatives = NO_ALTERNATIVES,
  needed = [],
  label,
  onDone,
  onRead,
  drawPage,
  below,
  isQuiet = false,
  asksBelow = false,
  drawPreview,
  hasSaveBar = false,
  savedBy,
  keepsDraft = false,
  hints = {},
}: Omit<CommandFormProps, "name"> & { command: DescribedCommand }) {
  const formName = `${command.noun} ${command.verb}`;
  const [draft, setDraft] = useState(() => (keepsDraft ? readDraft<Entered>(formName) : null));
  const [entered, setEntered] = useState<Entered>(draft?.input ?? { values: known, filled: {} });
  const { values } = entered;
  const [shown, setShown] = useState<FinishedRun | null>(null);
  const [isAsking, setAsking] = useState(false);
  const shownQuestion = shown?.outcome === "confirm" ? shown.question : null;
  const drawHint = (name: string): string | undefined => {
    const hint = hints[name];
    return typeof hint === "function" ? hint(/^Refund (₹[\d,.]*\d)/.exec(shownQuestion ?? "")?.[1]) : hint;
  };
  const neededNames = typeof needed === "function" ? needed(values) : needed;
  const words = listWords(command).map((word) => ({
    ...word,
    summary: drawHint(word.name) ?? toScreenWords(word.summary, command.noun),
    required: word.required || neededNames.includes(word.name),
  }));
  // The state when the form was opened or last saved. The shop uses its revision to detect changes by other users.
  const [initial, setInitial] = useState({ known, expected, expectedOf });
  const changed = initial.expectedOf && listChanged(words, initial.known, values);
  const current = changed ? initial.expectedOf?.(changed) : initial.expected;
  const finish = (reply: FinishedRun) => {
    if (hasSaveBar) rebase(values);
    if (keepsDraft) forgetDraft();
    onDone?.(reply, values);
  };
  const commandRun = useCommandRun(command, seen ?? current, finish, (reply) => onRead?.(reply, values));
  /** Compares the form with the saved values from now on. Input that was typed during the save stays unsaved. */
  const rebase = (saved: Values) => {
    setInitial((last) => ({ ...last, known: { ...last.known, ...pickTexts(saved) } }));
    setEntered((now) => ({
      ...now,
      values: { ...now.values, ...clearFiles(saved, now.values) },
    }));
  };
  const isChanged = changed === undefined || changed.length > 0;
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const report = useEffectEvent(() => onValues?.(values));
  useEffect(() => report(), [values]);
  const emptied = command.reads === true ? [] : listEmptied(words, initial.known, values);
  const [isTried, setTried] = useState(false);
  const [alternative, setAlternative] = useState(Object.keys(alternatives.fields)[0] ?? "");
  const omitted = [
    ...listOmitted(alternatives, alternative),
    ...(groups ?? []).flatMap(({ names, isShown }) =>
      names.filter((name) => isShown?.(values, name) === false),
    ),
  ];
  const visibleWords = words.filter(
    ({ name, kind }) =>
      ![...hidden, ...omitted].includes(name) && (asked?.includes(name) ?? true) && kind !== "folder",
  );
  const isMissing = ({ name, required }: Word) => required && !isFilled(values[name]);
  const isComplete = !visibleWords.some(isMissing);
  // The browser does not check pieces, and accepts spaces. Without these values, some commands apply to everything.
  const isMissingScope = (word: Word) => word.kind in MISSING_SCOPE && isMissing(word);
  const missingScope = visibleWords.find(isMissingScope);
  const lacksScope = missingScope !== undefined;
  const preview = usePreview(command, values, drawPreview !== undefined && isComplete);
  const faults =
    getFaults(commandRun.done) ??
    (preview && (getFaults(preview) ?? toFieldFault(visibleWords[0], preview))) ??
    NO_FAULTS;
  const filledValues = pickSent(words, values, { emptied, changed, omitted });
  const [drawn, setDrawn] = useState<Values | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const left = useLeftFields(form);
  /** Runs `action`, or shows an error if pieces or an amount are missing or a cleared value cannot be deleted. */
  const send = <Result,>(action: () => Result): Result | undefined => {
    if (emptied.every(hasNone) && !lacksScope) return action();
    flushSync(() => setTried(true));
    focusFault(form);
    return undefined;
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const how = drawPreview ? { confirmed: true } : { answers: shown };
    send(() => void commandRun.start(filledValues, how));
  };
  useRunAtOnce(command, known, submit);
  useFieldFocus(form, Object.keys(faults).join(" "));
  const isDone = commandRun.done?.outcome === "done";
  const isEntered = hasInput(words, initial.known, entered);
  useLeaveWarning((hasSaveBar || !isDone) && command.reads !== true && !keepsDraft && isEntered);
  useEffect(() => {
    if (!keepsDraft) return;
    if (isEntered) keepDraft<Entered>(formName, entered);
    else forgetDraft();
  }, [keepsDraft, isEntered, formName, entered]);
  const mismatch = describeMismatch(values);
  /** Changes values. Removes the errors of these fields and the refusal, because they are about the old values. */
  const change = (next: (now: Entered) => Entered) => {
    const after = next(entered).values;
    setEntered(next);
    commandRun.keepErrors(
      visibleWords.map(({ name }) => name).filter((name) => after[name] === values[name]),
    );
  };
  const findError = (word: Word): string | undefined => {
    const { name, kind } = word;
    if (isTried && isMissingScope(word)) return MISSING_SCOPE[kind];
    if (isTried && emptied.includes(word) && !hasNone(word)) return "This cannot be empty.";
    const typed = left.has(name) ? findFault(`${command.noun} ${name}`, values[name]) : undefined;
    return formatFault(toLabel(name, command.noun), faults[name] ?? typed);
  };
  const drawField = (word: Word) => (
    <Fragment key={word.name}>
      <WordField
        label={toLabel(word.name, command.noun)}
        word={{
          ...word,
          // Do not offer the value `none`. The user clears the field instead, and the form then sends `none`.
          ...(changed && { or: [] }),
        }}
        value={values[word.name]}
        error={findError(word)}
        onChange={(value) => change((now) => enterValue(words, now, word.name, value))}
      />
      {word.name === "state" && mismatch !== null && (
        <Notice tone="danger">{mismatch}. Please check the PIN and the state.</Notice>
      )}
      {below?.[word.name]?.(values, (changes, source = word.name) =>
        change((now) => fillValues(now, changes, source)),
      )}
    </Fragment>
  );
  const discard = () => {
    setEntered({ values: initial.known, filled: {} });
    setDraft(null);
    setTried(false);
    commandRun.forgetAll();
    return () => setEntered(entered);
  };
  useImperativeHandle(savedBy?.handle, () => ({
    save: async (newer) => {
      if (form.current?.reportValidity() === false) return false;
      const isSaved = await send(async () => commandRun.start(filledValues, { seen: newer }));
      return isSaved === true;
    },
    discard,
  }));
  // The form shows a refusal once, even if the user runs the command nevertheless.
  const isRefusalShown =
    shown?.outcome === "refused" &&
    commandRun.done?.outcome === "refused" &&
    shown.message === commandRun.done.message;
  const isWrong = visibleWords.some(({ name }) => faults[name] !== undefined);
  const result = (
    <div role="status" className={styles.result}>
      {commandRun.done && isWrong && !savedBy && <Notice tone="danger">{CORRECT}</Notice>}
      {commandRun.done && !isWrong && !isRefusalShown && (!isQuiet || commandRun.done.outcome !== "done") && (
        <ResultView done={commandRun.done} csvName={nameCsv(command, values)} />
      )}
    </div>
  );
  return (
    <>
      <div className={styles.frame}>
        <form
          ref={form}
          className={styles.form}
          onSubmit={savedBy?.onSubmit ?? submit}
          aria-busy={commandRun.isBusy}
        >
          {Object.keys(alternatives.fields).length > 1 && (
            <ToggleGroup
              label={alternatives.label}
              choices={Object.fromEntries(Object.keys(alternatives.fields).map((name) => [name, name]))}
              chosen={alternative}
              onChange={(name) => {
                setAlternative(name);
                setTried(false);
              }}
            />
          )}
          {draft && isEntered && (
            <Notice>
              <div className={styles.draft}>
                <p>You started this on {formatDateTime(draft.startedAt)}.</p>
                <Button variant="secondary" onClick={() => toastDiscarded(discard())}>
                  Start again
                </Button>
              </div>
            </Notice>
          )}
          <Fields
            words={visibleWords}
            groups={groups}
            entered={entered}
            noun={command.noun}
            isRow={isRow}
            drawField={drawField}
          />
          {drawPreview && (
            <div role="status" aria-busy={isComplete && preview === null} className={styles.preview}>
              {preview?.outcome === "done" && drawPreview(preview)}
            </div>
          )}
          {shown?.outcome === "confirm" && shown.columns && shown.rows && (
            <div className={styles.preview}>
              <ResultTable title="Preview" columns={shown.columns} rows={shown.rows} />
            </div>
          )}
          <div
            className={classNames(styles.actions, hasSaveBar && styles.saveBar)}
            hidden={savedBy !== undefined || (hasSaveBar && !isChanged)}
          >
            {(typeof asksBelow === "function" ? asksBelow(values) : asksBelow) &&
              (lacksScope ? (
                <div className={styles.below}>
                  <Notice tone="info">{FIRST_STEPS[missingScope.kind]}</Notice>
                </div>
              ) : (
                <QuestionBelow
                  command={command}
                  required={visibleWords.filter((word) => word.required && word.kind === "text")}
                  values={filledValues}
                  showsRefusal={visibleWords.filter(isMissing).every(({ name }) => LONG_TEXTS.includes(name))}
                  onShown={setShown}
                  onAsking={setAsking}
                />
              ))}
            <Button
              type="submit"
              busy={commandRun.isBusy}
              aria-disabled={isAsking || undefined}
              onClick={(event) => {
                // The question is not shown yet. A press of Enter asks it in a dialog, and has no `detail`.
                if (isAsking && event.detail > 0) event.preventDefault();
              }}
              disabled={!isChanged || (drawPreview && preview?.outcome !== "done")}
              variant={isChanged ? "primary" : "secondary"}
            >
              {addAmount(label ?? getLabel(command, known, values), shownQuestion)}
            </Button>
            {command.hasPreview &&
              !asksBelow &&
              !drawPreview &&
              !changed &&
              !isQuiet &&
              !isOnlyReading(command, values) && (
                <Button
                  variant="quiet"
                  onClick={() => send(() => void commandRun.start(filledValues, { dryRun: true }))}
                >
                  Preview the changes
                </Button>
              )}
            {(hasSaveBar || (keepsDraft && isEntered)) && (
              <Button variant="quiet" disabled={commandRun.isBusy} onClick={() => toastDiscarded(discard())}>
                Discard
              </Button>
            )}
            {drawPage && (
              <Button variant="quiet" onClick={() => send(() => setDrawn(filledValues))}>
                See the page
              </Button>
            )}
            {commandRun.progress && <Progress {...commandRun.progress} />}
            {hasSaveBar && !savedBy && result}
          </div>
        </form>
      </div>
      <Question commandRun={commandRun} />
      {(!hasSaveBar || savedBy) && result}
      {drawn && drawPage?.(drawn)}
    </>
  );
}

/** Returns for example "orders-addresses-delhivery.csv". */
const nameCsv = (command: DescribedCommand, values: Values): string => {
  const { noun, verb } = command;
  const chosen = listWords(command).flatMap(({ name, choices }) => {
    const value = values[name];
    return choices && typeof value === "string" ? [value] : [];
  });
  return `${[noun, verb, ...chosen].filter(Boolean).join("-")}.csv`;
};

const NO_ALTERNATIVES: Alternatives = { label: "", fields: {} };

/**
 * Adds the amount or the count in the question to the label of the button: "Refund ₹999", "Record ₹999", "Mark 2 parcels
 * as dispatched", "Refund a lost parcel: ₹999" or "Cancel and refund ₹999".
 */
export function addAmount(label: string, question: string | null): string {
  const [action] = /^((Refund|Record) ₹[\d,.]*\d|Mark \d+ \w+ as \w+)/.exec(question ?? "") ?? [];
  if (action !== undefined) return action;
  const [, settled] = /^Record that the courier has paid you (₹[\d,.]*\d)/.exec(question ?? "") ?? [];
  if (settled !== undefined) return `Record ${settled}`;
  const [, refunded] = /(₹[\d,.]*\d)(?: of ₹[\d,.]+)? is refunded/.exec(question ?? "") ?? [];
  if (refunded === undefined) return label;
  if (label.endsWith("refund")) return `${label} ${refunded}`;
  return label.startsWith("Refund") ? `${label}: ${refunded}` : `${label}, refund ${refunded}`;
}

interface FieldsProps {
  words: readonly Word[];
  groups: readonly FieldGroup[] | undefined;
  entered: Entered;
  noun: string;
  isRow: boolean;
  drawField: (word: Word) => ReactNode;
}

function Fields({ words, groups, entered: { values, filled }, noun, isRow, drawField }: FieldsProps) {
  if (isRow) return <div className={styles.row}>{words.map(drawField)}</div>;
  if (!groups) return words.map(drawField);
  return groups.map(({ title, names, isFolded }) => {
    const groupWords = names.flatMap((name) => words.filter((word) => word.name === name));
    if (groupWords.length === 0) return null;
    const fields = <div className={styles.fields}>{groupWords.map(drawField)}</div>;
    // A group without a title needs no legend, because the heading above the form describes it.
    if (title === "") return <Fragment key={names.join()}>{fields}</Fragment>;
    return isFolded ? (
      // Opens when the form fills in one of the fields.
      <Disclosure
        key={names.join()}
        summary={
          <>
            {title}
            <span className={styles.chosen}>{describeChosen(groupWords, values, noun)}</span>
          </>
        }
        open={names.some((name) => filled[name]?.value)}
      >
        {fields}
      </Disclosure>
    ) : (
      <fieldset key={names.join()}>
        <legend className={styles.legend}>{title}</legend>
        {fields}
      </fieldset>
    );
  });
}

/** A switch that is on is described by its label. */
const describeChosen = (words: readonly Word[], values: Values, noun: string): string =>
  words
    .filter(({ name }) => isFilled(values[name]))
    .map(({ name, flag }) => {
      const value = values[name];
      return flag || typeof value !== "string" ? toLabel(name, noun) : toChoiceLabel(name, value);
    })
    .join(", ");

function focusFault({ current: form }: RefObject<HTMLFormElement | null>): void {
  for (const folded of form?.querySelectorAll("details:has([aria-invalid])") ?? [])
    folded.toggleAttribute("open", true);
  const field = form?.querySelector<HTMLElement>("[aria-invalid]");
  // A long text and its error do not both fit on a phone, so the error is scrolled into view, not the field.
  field?.focus({ preventScroll: true });
  const [errorId = ""] = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  (document.getElementById(errorId) ?? field)?.scrollIntoView?.({ block: "center" });
}

function useFieldFocus(form: RefObject<HTMLFormElement | null>, faultNames: string): void {
  const lastNames = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const names = faultNames.split(" ");
    if (faultNames !== "" && names.some((name) => !lastNames.current.includes(name))) focusFault(form);
    lastNames.current = names;
  }, [form, faultNames]);
  // Marks the first empty field before the dialog opens, so that the dialog focuses it.
  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
    const empty = fields.find((field) => field.value === "" && !field.closest("details:not([open])"));
    (empty ?? fields[0])?.setAttribute("data-initial-focus", "");
  }, [form]);
}

/** The errors of missing values that decide what a command applies to, by the kind of the field. */
const MISSING_SCOPE: Readonly<Record<string, string>> = {
  pieces: "Choose at least one piece.",
  amount: "Enter an amount.",
};

/** Hints shown instead of the shop's question until a value is entered, by the kind of the missing field. */
const FIRST_STEPS: Readonly<Record<string, string>> = {
  pieces: "First choose the pieces. What happens to them is then shown here.",
  amount: "First enter the amount.",
};

function useLeftFields(form: RefObject<HTMLFormElement | null>): ReadonlySet<string> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    form.current?.addEventListener("focusout", ({ target }) => {
      if (target instanceof HTMLInputElement) setLeft((names) => new Set([...names, target.name]));
    });
  }, [form]);
  return left;
}

const NO_FAULTS: Faults = {};

/** Returns the message of a refused preview, such as an error in the chosen file, as the error of this field. */
const toFieldFault = (word: Word | undefined, reply: FinishedRun): Faults | null =>
  word && "message" in reply && reply.outcome !== "passkey" ? { [word.name]: reply.message } : null;

const CORRECT = "Nothing was saved: please correct the marked fields.";

/** Adds the label to an error that needs it: `has 12 characters` becomes `GSTIN has 12 characters`. */
const formatFault = (label: string, fault: string | undefined): string | undefined =>
  fault !== undefined && /^([a-z]|Phone Number\b)/.test(fault) ? labelFault(label, fault) : fault;

const FIELDS = "input:not([type=file]), select, textarea";

function useRunAtOnce(command: DescribedCommand, knownValues: KnownValues, submit: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    const isMissing = listWords(command).some(({ name, required }) => required && !knownValues[name]);
    // Run a read-only command as soon as the form opens, except if it writes files.
    const writes = Object.values(command.options).some(({ kind }) => kind === "folder");
    if (hasRun.current || command.reads !== true || isMissing || writes) return;
    hasRun.current = true;
    submit();
  });
}

function getLabel(command: DescribedCommand, knownValues: KnownValues, values: Values): string {
  const { verb, args, options } = command;
  const preset = Object.keys(knownValues).find((name) => options[name]?.flag);
  if (preset !== undefined) return toLabel(preset);
  const writesFile = args.some(({ kind, optional }) => kind === "new-file" && !optional);
  if (isOnlyReading(command, values) && !writesFile) return "Show";
  return verb === "" ? "Do it" : capitalise(verb.replaceAll("-", " "));
}
