import { toLabel } from "#contract/field-labels.ts";
import { formatDeadline } from "#contract/dates.ts";
import { pickFields } from "#contract/read.ts";
import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Notice } from "#ui/notice.tsx";
import type { DescribedCommand } from "../calls.ts";
import styles from "./command-form.module.css";
import {
  getFaults,
  isOnlyReading,
  Progress,
  Question,
  useCommandRun,
  usePreview,
  useRunAtOnce,
} from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { forgetDraft, keepDraft, readDraft } from "./draft.ts";
import {
  CORRECT,
  describeMissing,
  describeOverlaps,
  FIRST_STEPS,
  focusFault,
  formatFault,
  listLabels,
  markMissing,
  MISSING_SCOPE,
  NO_FAULTS,
  toFieldFault,
  useFieldFocus,
  useLeftFields,
} from "./form-faults.ts";
import { type Alternatives, type FieldGroup, Fields, listOmitted, NO_ALTERNATIVES } from "./form-groups.tsx";
import { addAmount, getLabel, nameCsv } from "./form-labels.ts";
import {
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
  type Values,
  type Word,
} from "./form-values.ts";
import { useEntered } from "./use-entered.ts";
import { QuestionBelow } from "./question-below.tsx";
import { ResultTable, ResultView } from "./result-view.tsx";
import { useLeaveWarning } from "./router.ts";
import { Small, ToggleGroup } from "./screen-parts.tsx";
import { toastDiscarded } from "./toast-done.ts";
import { useCommand, useIsRefreshing } from "./use-view.ts";
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
  /** Called when a value changes. `sent` contains the values that the form would send now. */
  onValues?: ((values: Values, sent: Values) => void) | undefined;
  groups?: readonly FieldGroup[] | undefined;
  alternatives?: Alternatives | undefined;
  /** The names of fields that are required, although the command's description does not say so. */
  needed?: readonly string[] | ((values: Values) => readonly string[]);
  /** The label of the button. A function receives the preview, which `drawPreview` shows. */
  label?: string | ((preview: FinishedRun | null) => string);
  onDone?: (reply: FinishedRun, values: Values) => void;
  /** Functions that draw something below a field, by its name. They receive no values of hidden alternatives. */
  below?: Readonly<Record<string, (values: Values, fill: Fill) => ReactNode>> | undefined;
  /** Draws what is shown above the button. In a wide window, both stay in view beside the fields. */
  beside?: (values: Values) => ReactNode;
  /** True to offer no preview, and to show only errors below the form, not the result. */
  isQuiet?: boolean;
  /** Whether the command's confirmation question is shown below the fields. Clicking the button then confirms it. */
  asksBelow?: boolean | ((values: Values) => boolean);
  /**
   * Draws what the command would change, or the errors in a file. Once the changes are shown, the button runs the
   * command without a question.
   */
  drawPreview?: ((preview: FinishedRun) => ReactNode) | undefined;
  /** True to hide the buttons until a value has changed, and then show them in a bar that stays in view. */
  hasSaveBar?: boolean;
  /** Lets a save box save and discard this form, together with the other forms of the screen. */
  savedBy?: { handle: Ref<FormHandle>; onSubmit: (event: FormEvent) => void };
  /**
   * If set, the browser keeps what the user has entered until the command is done or the user discards it. Returns what
   * is not done yet, such as `Your order for Meera Shah`, for the notice above a restored form.
   */
  describeDraft?: (values: Values) => string;
  /**
   * Hints to show instead of the command's own hints, which also mention what only the command line can do. A function
   * receives the amount of the refund in the question below the fields.
   */
  hints?: Readonly<Record<string, string | ((amountPaise: number | undefined) => string)>> | undefined;
  /** A text that marks these fields while they are empty, for example because shoppers see a sample instead. */
  marked?: { names: readonly string[]; text: string } | undefined;
}

export interface FormHandle {
  /** Returns whether the values were saved. `seen` is a newer revision than the one in the props. */
  save: (seen: string | undefined) => Promise<boolean>;
  /** Discards the input. Returns a function that restores it. */
  discard: () => () => void;
}

/** Fills in values that depend on the field `source`, by default the field below which the caller is drawn. */
type Fill = (values: Values, source?: string) => void;

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
  groups,
  asked = groups?.flatMap(({ names }) => names),
  alternatives = NO_ALTERNATIVES,
  needed = [],
  label,
  onDone,
  below,
  beside,
  isQuiet = false,
  asksBelow = false,
  drawPreview,
  hasSaveBar = false,
  savedBy,
  describeDraft,
  hints = {},
  marked,
}: Omit<CommandFormProps, "name"> & { command: DescribedCommand }) {
  const formName = `${command.noun} ${command.verb}`;
  const keepsDraft = describeDraft !== undefined;
  const [draft, setDraft] = useState(() => (keepsDraft ? readDraft<Entered>(formName) : null));
  const [openedAt] = useState(() => new Date());
  const { entered, setEntered, initial, ...state } = useEntered(known, expected, draft?.input);
  const { values } = entered;
  const [shown, setShown] = useState<FinishedRun | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** True if the button was clicked while the question below the fields is loading. The button is then busy. */
  const [isWaiting, setWaiting] = useState(false);
  const noteAsking = useCallback((asks: boolean) => {
    setAsking(asks);
    if (!asks) setWaiting(false);
  }, []);
  const shownQuestion = shown?.outcome === "confirm" ? shown : undefined;
  const drawHint = (name: string) => {
    const hint = hints[name];
    return typeof hint === "function" ? hint(shownQuestion?.amountPaise) : hint;
  };
  const neededNames = typeof needed === "function" ? needed(values) : needed;
  const words = listWords(command).map((word) => ({
    ...word,
    summary: drawHint(word.name) ?? word.summary,
    required: word.required || neededNames.includes(word.name),
    mark: marked?.names.includes(word.name) ? marked.text : undefined,
  }));
  const [alternative, setAlternative] = useState(() => {
    const all = Object.entries(alternatives.fields);
    return (all.find(([, names]) => names.some((each) => known[each])) ?? all[0])?.[0] ?? "";
  });
  const omitted = [
    ...listOmitted(alternatives, alternative),
    ...(groups ?? []).flatMap(({ names, isShown }) =>
      names.filter((name) => isShown?.(values, name) === false),
    ),
  ];
  const shownValues = Object.fromEntries(Object.entries(values).filter(([each]) => !omitted.includes(each)));
  const visibleWords = words.filter(
    ({ name, kind }) =>
      ![...hidden, ...omitted].includes(name) && (asked?.includes(name) ?? true) && kind !== "folder",
  );
  const changed = expectedOf && listChanged(visibleWords, initial.known, values);
  const current = changed ? expectedOf(changed) : initial.expected;
  const finish = (reply: FinishedRun) => {
    if (hasSaveBar) state.rebase(changed ? pickFields(values, changed) : values);
    if (keepsDraft) forgetDraft();
    onDone?.(reply, values);
  };
  const commandRun = useCommandRun(command, seen ?? current, finish);
  // True while the revision that the next save needs is loading.
  const isRefreshing = useIsRefreshing();
  // While a save runs, take over no loaded values, because they may be older or newer than the saved values.
  if (changed && !commandRun.isBusy) state.takeOver(known);
  const isChanged = changed === undefined || changed.length > 0;
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const emptied = command.reads === true ? [] : listEmptied(visibleWords, initial.known, values);
  const [isTried, setTried] = useState(false);
  const isMissing = ({ name, required }: Word) => required && !isFilled(values[name]);
  const isComplete = !visibleWords.some(isMissing);
  // Browsers do not check whether pieces are chosen, and accept spaces as an amount. Without pieces or an amount, some
  // commands apply to the whole order.
  const missingScope = visibleWords.find((word) => word.kind in MISSING_SCOPE && isMissing(word));
  const preview = usePreview(command, values, drawPreview !== undefined && isComplete);
  const faults =
    getFaults(commandRun.done) ??
    (preview && (getFaults(preview) ?? toFieldFault(visibleWords[0], preview))) ??
    NO_FAULTS;
  const filledValues = pickSent(words, values, { emptied, changed, omitted });
  const report = useEffectEvent(() => onValues?.(values, filledValues));
  useEffect(() => report(), [values]);
  const form = useRef<HTMLFormElement>(null);
  const left = useLeftFields(form);
  /** Runs `action`, or shows an error if pieces or an amount is missing, or if a cleared value cannot be deleted. */
  const send = <Result,>(action: () => Result): Result | undefined => {
    if (emptied.every(hasNone) && !missingScope) return action();
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
  const isEntered = hasInput(visibleWords, initial.known, entered);
  const isDone = commandRun.done?.outcome === "done";
  useLeaveWarning((hasSaveBar || !isDone) && command.reads !== true && !keepsDraft && isEntered);
  useEffect(() => {
    if (!keepsDraft) return;
    if (isEntered) keepDraft<Entered>(formName, entered);
    else forgetDraft();
  }, [keepsDraft, isEntered, formName, entered]);
  const isRestored = draft !== null && isEntered;
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
    const { name } = word;
    if (isTried && emptied.includes(word) && !hasNone(word)) return "This cannot be empty.";
    if (isTried && isMissing(word)) return describeMissing(word, command.noun);
    const typed = left.has(name) ? findFault(command.noun, word, values[name]) : undefined;
    return formatFault(toLabel(name, command.noun), faults[name] ?? typed);
  };
  const drawField = (word: Word) => (
    <Fragment key={word.name}>
      <WordField
        label={toLabel(word.name, command.noun)}
        word={{
          ...word,
          // Do not offer the value `none`. The user clears the field instead, and the form then sends `none`.
          ...((changed || initial.known[word.name] !== undefined) && { or: [] }),
        }}
        value={values[word.name]}
        error={findError(word)}
        onChange={(value) => change((now) => enterValue(words, now, word.name, value))}
      />
      {word.name === "state" && mismatch !== null && (
        <Notice tone="danger">{mismatch}. Please check the PIN and the state.</Notice>
      )}
      {below?.[word.name]?.(shownValues, (changes, source = word.name) =>
        change((now) => fillValues(now, changes, source)),
      )}
    </Fragment>
  );
  const discard = () => {
    setDraft(null);
    setTried(false);
    commandRun.forgetAll();
    return state.reset();
  };
  useImperativeHandle(savedBy?.handle, () => ({
    save: async (newer) => {
      if (form.current?.reportValidity() === false) return false;
      const isSaved = await send(async () => commandRun.start(filledValues, { seen: newer }));
      return isSaved === true;
    },
    discard,
  }));
  // Do not show the refusal twice: below the fields, and again after the user has run the command.
  const isRefusalShown =
    shown?.outcome === "refused" &&
    commandRun.done?.outcome === "refused" &&
    shown.message === commandRun.done.message;
  const isWrong = visibleWords.some(({ name }) => faults[name] !== undefined);
  const shownLabel =
    typeof label === "function" ? label(preview) : (label ?? getLabel(command, known, values));
  // A screen that passes `seen` describes changes by other users itself.
  const overlaps = state.overlapping.filter((each) => seen === undefined && changed?.includes(each));
  const result = (
    <div role="status" className={styles.result}>
      {overlaps.length > 0 && <Notice>{describeOverlaps(overlaps, initial.known, command.noun)}</Notice>}
      {commandRun.done && isWrong && !savedBy && (
        <Notice tone="danger">{command.reads === true ? CORRECT : `Nothing was saved. ${CORRECT}`}</Notice>
      )}
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
          className={classNames(styles.form, beside && styles.beside)}
          onSubmit={savedBy?.onSubmit ?? submit}
          onInvalidCapture={(event) => markMissing(event, form, () => setTried(true))}
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
          {isRestored && (
            <Notice>
              <div className={styles.draft}>
                <p>
                  {describeDraft?.(draft.input.values)} from {formatDeadline(draft.startedAt, openedAt)} is
                  not placed yet.
                </p>
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
            drawField={drawField}
          />
          {drawPreview && (
            <div role="status" aria-busy={isComplete && preview === null} className={styles.preview}>
              {preview && drawPreview(preview)}
            </div>
          )}
          {shownQuestion?.columns && shownQuestion.rows && (
            <div className={styles.preview}>
              <ResultTable title="Preview" columns={shownQuestion.columns} rows={shownQuestion.rows} />
            </div>
          )}
          <div
            className={classNames(styles.actions, hasSaveBar && styles.saveBar)}
            hidden={savedBy !== undefined || (hasSaveBar && !isChanged)}
          >
            {beside && <div className={styles.below}>{beside(values)}</div>}
            {(typeof asksBelow === "function" ? asksBelow(values) : asksBelow) &&
              (missingScope ? (
                <div className={styles.below}>
                  <Small>{FIRST_STEPS[formName] ?? FIRST_STEPS[missingScope.kind]}</Small>
                </div>
              ) : (
                <QuestionBelow
                  command={command}
                  required={visibleWords.filter((word) => word.required && word.kind === "text")}
                  values={filledValues}
                  showsRefusal={visibleWords.filter(isMissing).every(({ name }) => LONG_TEXTS.includes(name))}
                  onShown={setShown}
                  onAsking={noteAsking}
                />
              ))}
            <Button
              type="submit"
              busy={commandRun.isBusy || (isRefreshing && changed !== undefined) || (isAsking && isWaiting)}
              aria-disabled={isAsking || (missingScope && !hasSaveBar) || undefined}
              onClick={(event) => {
                // The question below the fields is still loading, so a click waits for it. Enter (`detail` is 0) opens
                // a dialog instead.
                if (!isAsking || event.detail === 0) return;
                event.preventDefault();
                setWaiting(true);
              }}
              disabled={!isChanged || (drawPreview && preview?.outcome !== "done")}
            >
              {addAmount(shownLabel, shownQuestion)}
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
            {isEntered && (hasSaveBar || (keepsDraft && !isRestored)) && (
              <Button variant="quiet" disabled={commandRun.isBusy} onClick={() => toastDiscarded(discard())}>
                Discard
              </Button>
            )}
            {hasSaveBar && changed && <Small>Not saved: {listLabels(changed, command.noun)}</Small>}
            {commandRun.progress && <Progress {...commandRun.progress} onCancel={commandRun.cancel} />}
            {hasSaveBar && !savedBy && result}
          </div>
        </form>
      </div>
      <Question commandRun={commandRun} />
      {(!hasSaveBar || savedBy) && result}
    </>
  );
}
