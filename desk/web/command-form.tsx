import { capitalise } from "#contract/text.ts";
import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { email, requiredPhoneNumber } from "#contract/person.ts";
import { isReading } from "#contract/command-data.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { isRepeatedClick } from "#ui/double-click.ts";
import { Notice } from "#ui/notice.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { Unbroken } from "#ui/unbroken.tsx";
import type { CommandRun, DescribedCommand, OperatorProgress } from "../calls.ts";
import {
  describePinDoubt,
  findPlaceOfPin,
  isPinCode,
  pinCode,
  readZipCode,
} from "#shop/addresses/pin-codes.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import styles from "./command-form.module.css";
import { DeskError, type FinishedRun, getMessage, run, upload, view } from "./desk-calls.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { labelFault, toLabel, toScreenWords } from "./labels.ts";
import { toastDone } from "./toast-done.ts";
import { LONG_TEXTS, listWords, type Value, type Word, WordField } from "./word-field.tsx";
import { place, useLeaveWarning } from "./router.ts";
import { ResultView } from "./result-view.tsx";
import { Small, ToggleGroup } from "./screen-parts.tsx";
import { refreshViews, useCommand } from "./use-view.ts";

export interface CommandFormProps {
  name: string;
  known?: Readonly<Record<string, string>>;
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
  isRow?: boolean;
  groups?: readonly FieldGroup[] | undefined;
  alternatives?: Alternatives | undefined;
  /** The names of fields that are required, although the command's description does not say so. */
  needed?: readonly string[] | ((values: Values) => readonly string[]);
  label?: string;
  onDone?: (reply: FinishedRun, values: Values) => void;
  drawPage?: ((values: Values) => ReactNode) | undefined;
  /** Draws more below fields, by the name of the field. */
  below?: Readonly<Record<string, (values: Values, fill: (values: Values) => void) => ReactNode>>;
  /** True to offer no preview, and to show only errors below the form, not the result. */
  isQuiet?: boolean;
  /** Whether the command's confirmation question is shown below the fields. Clicking the button then confirms it. */
  asksBelow?: boolean | ((values: Values) => boolean);
  /** Draws what the command would change. Once this is shown, the button runs the command without a question. */
  drawPreview?: ((preview: FinishedRun) => ReactNode) | undefined;
  /** True to hide the buttons until a value has changed, and then show them in a bar that stays in view. */
  hasSaveBar?: boolean;
  /**
   * Hints to show instead of the command's own hints, which also mention what only the command line can do. A function
   * receives the amount of the refund in the question below the fields.
   */
  hints?: Readonly<Record<string, string | ((amount: string | undefined) => string)>>;
}

type KnownProps<Props> = Omit<Props, "name"> & { command: DescribedCommand };

export interface FieldGroup {
  title: string;
  names: readonly string[];
  isFolded?: true;
  /** True to show the fields in the row of the button. The confirmation question or the refusal is above this row. */
  isBesideButton?: true;
  /** Whether a field is shown, if this depends on other values or on the refusal. A hidden field is not sent. */
  isShown?: (values: Values, name: string, refusal: string | null) => boolean;
}

/** A choice at the top of a form. The fields of the alternatives that are not chosen are neither shown nor sent. */
interface Alternatives {
  label: string;
  /** The names of the fields of each alternative, by the label of the alternative. */
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
  isRow = false,
  groups,
  asked = groups?.flatMap(({ names }) => names),
  alternatives = NO_ALTERNATIVES,
  needed = [],
  label,
  onDone,
  drawPage,
  below,
  isQuiet = false,
  asksBelow = false,
  drawPreview,
  hasSaveBar = false,
  hints = {},
}: KnownProps<CommandFormProps>) {
  const [entered, setEntered] = useState<Entered>({ values: known, filled: {} });
  const { values, filled } = entered;
  const [shown, setShown] = useState<FinishedRun | null>(null);
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
  const commandRun = useCommandRun(command, seen ?? current, (reply) => {
    if (hasSaveBar) rebase(values);
    onDone?.(reply, values);
  });
  /** Compares the form with the saved values from now on. What was typed during the save stays unsaved. */
  const rebase = (saved: Values) => {
    setInitial((last) => ({ ...last, known: { ...last.known, ...pickTexts(saved) } }));
    setEntered((now) => ({
      ...now,
      values: { ...now.values, ...clearFiles(saved, now.values) },
    }));
  };
  const isChanged = changed === undefined || changed.length > 0;
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const emptied = command.reads === true ? [] : listEmptied(words, initial.known, values);
  const [isTried, setTried] = useState(false);
  const [alternative, setAlternative] = useState(Object.keys(alternatives.fields)[0] ?? "");
  const refused = [shown, commandRun.done].find((reply) => reply?.outcome === "refused");
  const refusal = refused?.outcome === "refused" ? refused.message : null;
  const omitted = [
    ...listOmitted(alternatives, alternative),
    ...(groups ?? []).flatMap(({ names, isShown }) =>
      names.filter((name) => isShown?.(values, name, refusal) === false),
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
  const lacksScope = visibleWords.some(isMissingScope);
  const preview = usePreview(command, values, drawPreview !== undefined && isComplete);
  const faults =
    getFaults(commandRun.done) ??
    (preview && (getFaults(preview) ?? toFieldFault(visibleWords[0], preview))) ??
    NO_FAULTS;
  const filledValues = omit(pickSent(words, fillNone(emptied, values), changed), omitted);
  const [drawn, setDrawn] = useState<Values | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const left = useLeftFields(form);
  /** Runs `action`, or shows an error if pieces or an amount are missing or a cleared value cannot be deleted. */
  const send = (action: () => void) => {
    if (emptied.every(hasNone) && !lacksScope) return action();
    flushSync(() => setTried(true));
    focusFault(form);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const how = drawPreview ? { confirmed: true } : { answers: shownQuestion };
    send(() => void commandRun.start(filledValues, how));
  };
  useRunAtOnce(command, known, submit);
  useFieldFocus(form, Object.keys(faults).join(" "));
  const isDone = commandRun.done?.outcome === "done";
  useLeaveWarning(
    (hasSaveBar || !isDone) && command.reads !== true && hasInput(words, initial.known, values),
  );
  const mismatch = describeMismatch(values);
  /** Changes values. Removes the errors of these fields and the refusal, because they are about the old values. */
  const change = (next: (now: Entered) => Entered) => {
    const after = next(entered).values;
    setEntered(next);
    commandRun.keepErrors(
      visibleWords.map(({ name }) => name).filter((name) => after[name] === values[name]),
    );
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
        error={
          isTried && isMissingScope(word)
            ? MISSING_SCOPE[word.kind]
            : isTried && emptied.includes(word) && !hasNone(word)
              ? "This cannot be empty."
              : formatFault(
                  toLabel(word.name, command.noun),
                  faults[word.name] ??
                    (left.has(word.name)
                      ? findFault(`${command.noun} ${word.name}`, values[word.name])
                      : undefined),
                )
        }
        onChange={(value) => change((now) => enterValue(words, now, word.name, value))}
      />
      {word.name === "state" && mismatch !== null && (
        <Notice tone="danger">{mismatch}. Please check the PIN and the state.</Notice>
      )}
      {below?.[word.name]?.(values, (changes) => change((now) => fillValues(now, changes, word.name)))}
    </Fragment>
  );
  const discard = () => {
    setEntered({ values: initial.known, filled: {} });
    setTried(false);
    commandRun.forgetAll();
    toastSuccess("Your changes were discarded.", { label: "Undo", onClick: () => setEntered(entered) });
  };
  // The form shows a refusal once, even if the user runs the command nevertheless.
  const isRefusalShown =
    shown?.outcome === "refused" &&
    commandRun.done?.outcome === "refused" &&
    shown.message === commandRun.done.message;
  const isWrong = visibleWords.some(({ name }) => faults[name] !== undefined);
  const result = (
    <div role="status" className={styles.result}>
      {commandRun.done && isWrong && <Notice tone="danger">{CORRECT}</Notice>}
      {commandRun.done && !isWrong && !isRefusalShown && (!isQuiet || commandRun.done.outcome !== "done") && (
        <ResultView done={commandRun.done} />
      )}
    </div>
  );
  return (
    <>
      <div className={styles.frame}>
        <form ref={form} className={styles.form} onSubmit={submit} aria-busy={commandRun.isBusy}>
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
          <Fields words={visibleWords} groups={groups} filled={filled} isRow={isRow} drawField={drawField} />
          {drawPreview && (
            <div role="status" aria-busy={isComplete && preview === null} className={styles.preview}>
              {preview?.outcome === "done" && drawPreview(preview)}
            </div>
          )}
          <div
            className={classNames(styles.actions, hasSaveBar && styles.saveBar)}
            hidden={hasSaveBar && !isChanged}
          >
            {(typeof asksBelow === "function" ? asksBelow(values) : asksBelow) && !lacksScope && (
              <QuestionBelow
                command={command}
                required={visibleWords.filter((word) => word.required && word.kind === "text")}
                values={filledValues}
                showsRefusal={visibleWords.filter(isMissing).every(({ name }) => LONG_TEXTS.includes(name))}
                onShown={setShown}
              />
            )}
            {visibleWords
              .filter(({ name }) =>
                groups?.some((group) => group.isBesideButton && group.names.includes(name)),
              )
              .map(drawField)}
            <Button
              type="submit"
              busy={commandRun.isBusy}
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
            {hasSaveBar && (
              <Button variant="quiet" disabled={commandRun.isBusy} onClick={discard}>
                Discard
              </Button>
            )}
            {drawPage && (
              <Button variant="quiet" onClick={() => send(() => setDrawn(filledValues))}>
                See the page
              </Button>
            )}
            {commandRun.progress && <Progress {...commandRun.progress} />}
            {hasSaveBar && result}
          </div>
        </form>
      </div>
      <Question commandRun={commandRun} />
      {!hasSaveBar && result}
      {drawn && drawPage?.(drawn)}
    </>
  );
}

const NO_ALTERNATIVES: Alternatives = { label: "", fields: {} };

const omit = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/**
 * Adds the amount in the question to the label of the button: "Refund ₹999", "Record ₹999", "Refund a lost parcel:
 * ₹999" or "Cancel the order, refund ₹999".
 */
export function addAmount(label: string, question: string | null): string {
  const [action] = /^(Refund|Record) ₹[\d,.]*\d/.exec(question ?? "") ?? [];
  if (action !== undefined) return action;
  const [, refunded] = /(₹[\d,.]*\d)(?: of ₹[\d,.]+)? is refunded/.exec(question ?? "") ?? [];
  if (refunded === undefined) return label;
  return label.startsWith("Refund") ? `${label}: ${refunded}` : `${label}, refund ${refunded}`;
}

interface FieldsProps {
  words: readonly Word[];
  groups: readonly FieldGroup[] | undefined;
  filled: Filled;
  isRow: boolean;
  drawField: (word: Word) => ReactNode;
}

function Fields({ words, groups, filled, isRow, drawField }: FieldsProps) {
  if (isRow) return <div className={styles.row}>{words.map(drawField)}</div>;
  if (!groups) return words.map(drawField);
  return groups.map(({ title, names, isFolded, isBesideButton }) => {
    const groupWords = names.flatMap((name) => words.filter((word) => word.name === name));
    if (groupWords.length === 0 || isBesideButton) return null;
    const fields = <div className={styles.fields}>{groupWords.map(drawField)}</div>;
    // A group without a title needs no legend, because the heading above the form describes it.
    if (title === "") return <Fragment key={names.join()}>{fields}</Fragment>;
    return isFolded ? (
      // Opens when the form fills in one of the fields.
      <Disclosure key={names.join()} summary={title} open={names.some((name) => filled[name]?.value)}>
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

/** The values of a form. */
interface Entered {
  values: Record<string, Value>;
  filled: Filled;
}

/** The values that the form has filled in. `source` is the field that a value depends on. */
type Filled = Readonly<Record<string, { value: Value; source: string }>>;

/** Changes a field. Replaces or clears what the form filled in because of its old value, unless the user changed it. */
export function enterValue(
  words: readonly Pick<Word, "name">[],
  now: Entered,
  name: string,
  value: Value,
): Entered {
  // While the user types a PIN, its place stays.
  const isUnfinished =
    name === "pin" && typeof value === "string" && value !== "" && !isPinCode(readZipCode(value));
  const values = { ...(isUnfinished ? now.values : clearFilled(now, name)), [name]: value };
  const placed = fillPlace(words, values, name, now.values["state"]);
  const changes = Object.entries(placed).filter(([field, filledValue]) => filledValue !== values[field]);
  return fillValues({ values, filled: now.filled }, Object.fromEntries(changes), name);
}

/** Fills in values that depend on the field `source`. A city and a state that come with a PIN depend on the PIN. */
export const fillValues = ({ values, filled }: Entered, changes: Values, source: string): Entered => ({
  values: { ...values, ...changes },
  filled: {
    ...filled,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        { value, source: "pin" in changes && PLACE.includes(name) ? "pin" : source },
      ]),
    ),
  },
});

const PLACE = ["city", "state"];

/** Clears the values that depend on `source`, and the values that depend on those, unless the user changed them. */
function clearFilled({ values, filled }: Entered, source: string): Record<string, Value> {
  let cleared = values;
  for (const [name, from] of Object.entries(filled))
    if (from.source === source && from.value === values[name])
      cleared = { ...clearFilled({ values: cleared, filled }, name), [name]: "" };
  return cleared;
}

const describeMismatch = ({ pin, state }: Values): string | null =>
  typeof pin === "string" && isPinCode(readZipCode(pin)) && typeof state === "string" && state !== ""
    ? describePinDoubt(pin, state)
    : null;

/**
 * When a PIN code is complete, fills in its state and city. Keeps a typed city that may be in that state. A valid GSTIN
 * fills in its state if none is chosen.
 */
export function fillPlace(
  words: readonly Pick<Word, "name">[],
  values: Record<string, Value>,
  changed: string,
  lastState = values["state"],
) {
  const { pin, state, city, gstin } = values;
  const hasState = words.some(({ name }) => name === "state");
  if (changed === "gstin" && hasState && !state && typeof gstin === "string") {
    const valid = normaliseGstin(gstin);
    const registered = findGstinError(valid) === null ? findGstinState(valid) : null;
    return registered ? { ...values, state: registered.name } : values;
  }
  const place = changed === "pin" && hasState && typeof pin === "string" ? findPlaceOfPin(pin) : null;
  if (!place) return values;
  const keepsCity = city && (!lastState || lastState === place.state);
  return { ...values, ...place, ...(keepsCity && { city }) };
}

/** The errors of missing values that decide what a command applies to, by the kind of the field. */
const MISSING_SCOPE: Readonly<Record<string, string>> = {
  pieces: "Choose at least one piece.",
  amount: "Enter an amount.",
};

/** Returns the names of the fields that the user has left. */
function useLeftFields(form: RefObject<HTMLFormElement | null>): ReadonlySet<string> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    form.current?.addEventListener("focusout", ({ target }) => {
      if (target instanceof HTMLInputElement) setLeft((names) => new Set([...names, target.name]));
    });
  }, [form]);
  return left;
}

/** Returns the error of a value that `CHECKS` contains, or undefined. The shop checks all values again. */
function findFault(name: string, value: Value): string | undefined {
  const schema = CHECKS[name];
  if (!schema || typeof value !== "string" || value === "") return undefined;
  return v.safeParse(schema, value).issues?.[0]?.message;
}

const CHECKS: Readonly<Record<string, v.GenericSchema>> = {
  "orders pin": pinCode,
  "orders phone": requiredPhoneNumber,
  "orders recipient-phone": requiredPhoneNumber,
  "orders email": email,
  "orders company-email": email,
};

type Faults = Readonly<Record<string, string>>;

const NO_FAULTS: Faults = {};

const getFaults = (reply: FinishedRun | null): Faults | null =>
  (reply && "fields" in reply && reply.fields) || null;

/** Returns the message of a refused preview, such as an error in the chosen file, as the error of this field. */
const toFieldFault = (word: Word | undefined, reply: FinishedRun): Faults | null =>
  word && "message" in reply && reply.outcome !== "passkey" ? { [word.name]: reply.message } : null;

const CORRECT = "Nothing was saved: please correct the marked fields.";

/** Adds the label to an error that needs it: `has 12 characters` becomes `GSTIN has 12 characters`. */
const formatFault = (label: string, fault: string | undefined): string | undefined =>
  fault !== undefined && /^([a-z]|Phone Number\b)/.test(fault) ? labelFault(label, fault) : fault;

const FIELDS = "input:not([type=file]), select, textarea";

const listEmptied = (words: readonly Word[], knownValues: Readonly<Record<string, string>>, values: Values) =>
  words.filter(({ name, flag, required }) => {
    const value = values[name];
    const isEmpty = typeof value === "string" && value.trim() === "";
    return isEmpty && !flag && !required && (knownValues[name] ?? "") !== "" && knownValues[name] !== NONE;
  });

const listChanged = (words: readonly Word[], knownValues: Readonly<Record<string, string>>, values: Values) =>
  words.flatMap(({ name, isArgument }) => {
    const value = values[name] ?? "";
    const isSame = isFile(value) ? value.length === 0 : isSameText(value, knownValues[name]);
    return isArgument || isSame ? [] : [name];
  });

/** True if the user has typed or chosen something. */
const hasInput = (words: readonly Word[], knownValues: Readonly<Record<string, string>>, values: Values) =>
  words.some(({ name }) => {
    const value = values[name] ?? "";
    return isFile(value) ? value.length > 0 : !isSameText(value, knownValues[name]);
  });

const pickTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** Returns empty values for the saved files that are still chosen. */
const clearFiles = (saved: Values, now: Values): Values =>
  Object.fromEntries(
    Object.keys(saved).flatMap((name) =>
      Array.isArray(saved[name]) && saved[name] === now[name] ? [[name, undefined]] : [],
    ),
  );

const isFile = (value: NonNullable<Value>): value is File[] => Array.isArray(value);

const isSameText = (value: string, knownValue = ""): boolean => value.trim() === knownValue.trim();

const pickSent = (words: readonly Word[], values: Values, changed: readonly string[] | undefined): Values =>
  changed
    ? Object.fromEntries(
        words
          .filter(({ name, isArgument }) => isArgument || changed.includes(name))
          .map(({ name }) => [name, values[name]]),
      )
    : values;

/** Replaces cleared values with `none` if the field accepts it, so that the command deletes the stored values. */
const fillNone = (emptied: readonly Word[], values: Values): Values => ({
  ...values,
  ...Object.fromEntries(emptied.filter(hasNone).map(({ name }) => [name, NONE])),
});

const hasNone = ({ or }: Word): boolean => or.includes(NONE);

const NONE = "none";

interface CommandButtonProps {
  name: string;
  values: Values;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** True to skip the command's confirmation question, because the screen already shows that question. */
  isAnswered?: boolean;
  checksFirst?: boolean;
  expected?: string | undefined;
  doneText?: string;
  onDone?: (reply: FinishedRun) => void;
  children: ReactNode;
}

export function CommandButton({ name, ...props }: CommandButtonProps) {
  const command = useCommand(name);
  return command && <RunButton command={command} {...props} />;
}

function RunButton({
  command,
  values,
  variant = "primary",
  disabled = false,
  isAnswered = false,
  checksFirst = false,
  ...rest
}: KnownProps<CommandButtonProps>) {
  const reason = useId();
  const refusal = useRefusal(command, values, checksFirst);
  const commandRun = useCommandRun(command, rest.expected, (reply) => {
    const hasMessage =
      reply.outcome === "done" && reply.result.message && !isShownBelow(command, values, reply);
    if (rest.doneText !== undefined || hasMessage) toastDone(reply, rest.doneText);
    rest.onDone?.(reply);
  });
  useRefusalToast(commandRun.done);
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled || refusal !== null}
        aria-describedby={refusal === null ? undefined : reason}
        busy={commandRun.isBusy}
        // Ignore the second click of a double click: "Hide" has become "Show" by then, so it would undo the first.
        onClick={(event) => {
          if (!isRepeatedClick(event)) void commandRun.start(values, { confirmed: isAnswered });
        }}
      >
        {rest.children}
      </Button>
      {refusal !== null && (
        <div id={reason}>
          <Small>
            <Unbroken text={refusal} />
          </Small>
        </div>
      )}
      <Question commandRun={commandRun} />
      {commandRun.progress && <Progress {...commandRun.progress} />}
      {commandRun.done && isShownBelow(command, values, commandRun.done) && (
        <div role="status" className={styles.result}>
          <ResultView done={commandRun.done} />
        </div>
      )}
    </>
  );
}

/** Returns why the shop would refuse the command. Null if it would accept it, has not answered or is not asked. */
export function useRefusal(
  command: DescribedCommand | undefined,
  values: Values,
  isEnabled = true,
): string | null {
  const { noun = "", verb = "" } = command ?? {};
  const { data = null } = useQuery<string | null, DeskError>({
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
  return data;
}

const isShownBelow = (command: DescribedCommand, values: Values, reply: FinishedRun): boolean =>
  reply.outcome !== "done" ||
  (reply.result.rows !== undefined && (isOnlyReading(command, values) || reply.files !== undefined));

function useRefusalToast(reply: FinishedRun | null): void {
  const refused = useRef<{ message: string; at: string } | null>(null);
  useEffect(() => {
    const isRefused = reply !== null && reply.outcome !== "done" && reply.outcome !== "confirm";
    refused.current = isRefused ? { message: reply.message, at: place.get() } : null;
  }, [reply]);
  useEffect(
    () => () => {
      if (refused.current?.at === place.get()) toastError(refused.current.message);
    },
    [],
  );
}

function Question({ commandRun }: { commandRun: ReturnType<typeof useCommandRun> }) {
  const [first = "", ...paragraphs] = toScreenWords(commandRun.question?.text ?? "").split("\n");
  return (
    <div className={styles.question}>
      <ConfirmDialog
        open={commandRun.question !== null}
        {...(paragraphs.length > 0 ? { title: first, question: paragraphs.join("\n") } : { question: first })}
        yes="Yes, do it"
        no="No"
        onYes={() => commandRun.question?.say()}
        onNo={commandRun.withdraw}
      />
    </div>
  );
}

function useRunAtOnce(
  command: DescribedCommand,
  knownValues: Readonly<Record<string, string>>,
  submit: () => void,
): void {
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

export type Values = Readonly<Record<string, Value>>;

interface How {
  confirmed?: CommandRun["confirmed"];
  dryRun?: CommandRun["dryRun"];
}

function useCommandRun(
  command: DescribedCommand,
  expected: string | undefined,
  onDone: ((reply: FinishedRun) => void) | undefined,
) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<OperatorProgress | null>(null);
  const [question, setQuestion] = useState<{ text: string; say: () => void } | null>(null);
  const [lastReply, setReply] = useState<FinishedRun | null>(null);
  /**
   * Runs the command. `answers` is the question that the form already shows. If the shop asks the same question, the
   * click on the button confirms it.
   */
  const start = async (values: Values, { answers, ...options }: How & { answers?: string | null } = {}) => {
    setBusy(true);
    setQuestion(null);
    // Forgets the errors, so that the form shows and focuses them again if the shop refuses the same values again.
    setReply((last) => (last && "fields" in last ? null : last));
    const reply = await send(command, values, { ...options, expected }, setProgress);
    if (reply.outcome === "confirm" && reply.question === answers)
      return start(values, { confirmed: answers });
    setBusy(false);
    setProgress(null);
    // The form may have changed since the question, so 'Yes' sends the values that the question was about.
    if (reply.outcome === "confirm")
      return setQuestion({
        text: reply.question,
        say: () => void start(values, { confirmed: reply.question }),
      });
    setReply(reply);
    if (options.dryRun || isOnlyReading(command, values)) return;
    refreshViews();
    if (reply.outcome === "done") onDone?.(reply);
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
    question,
    done: lastReply,
    start,
    keepErrors,
    forgetAll: () => setReply(null),
    withdraw: () => setQuestion(null),
  };
}

const PAUSE_MS = 500;

/** Fills empty required text fields with a placeholder, so that a preview is possible before the user has typed. */
const fillRequired = (required: readonly Word[], values: Values): Values => ({
  ...values,
  ...Object.fromEntries(required.filter(({ name }) => !values[name]).map(({ name }) => [name, "…"])),
});

interface Preview {
  of: Values;
  reply: FinishedRun;
}

/** Returns the question that the command asks, or the message that it would end with. Null if there is neither. */
function getPreviewText(reply: FinishedRun): string | null {
  if (reply.outcome === "confirm") return reply.question;
  if (reply.outcome === "refused") return reply.message;
  return reply.outcome === "done" && reply.result.message ? `Afterwards: ${reply.result.message}` : null;
}

/** True if the preview is still correct: the user has changed only texts that the preview does not contain. */
function isPreviewOf(
  command: DescribedCommand,
  required: readonly Word[],
  preview: Preview | null,
  values: Values,
): preview is Preview {
  if (preview === null) return false;
  const text = getPreviewText(preview.reply);
  const [previous, now] = [fillRequired(required, preview.of), fillRequired(required, values)];
  return listWords(command).every(({ name, kind, choices, many }) => {
    const [was, is] = [previous[name], now[name]];
    if ((was ?? "") === (is ?? "")) return true;
    const canBeUnrelated = preview.reply.outcome !== "refused" && kind === "text";
    const isText = canBeUnrelated && !choices && !many && typeof was === "string" && was !== "" && is !== "";
    return isText && text !== null && !text.includes(was.trim());
  });
}

interface QuestionBelowProps {
  command: DescribedCommand;
  required: readonly Word[];
  values: Values;
  /** False while a missing value may be the only reason why the shop refuses the command. */
  showsRefusal: boolean;
  onShown: (reply: FinishedRun | null) => void;
}

function QuestionBelow({ command, required, values, showsRefusal, onShown }: QuestionBelowProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const isCurrent = isPreviewOf(command, required, preview, values);
  useEffect(() => {
    if (isCurrent) return;
    let isWanted = true;
    const how = { dryRun: "question", expected: undefined } as const;
    const ask = () =>
      void send(command, fillRequired(required, values), how, () => {}).then((reply) => {
        if (isWanted) setPreview({ of: values, reply });
      });
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [command, required, values, isCurrent]);
  const reply = preview?.reply.outcome === "refused" && !showsRefusal ? null : (preview?.reply ?? null);
  // A layout effect, because the button may be clicked as soon as the question is visible.
  useLayoutEffect(() => {
    onShown(reply);
    return () => onShown(null);
  }, [onShown, reply]);
  const text = reply && getPreviewText(reply);
  return (
    <div role="status" aria-busy={!isCurrent} className={styles.below}>
      {text && (
        <Notice tone={reply.outcome === "refused" ? "danger" : "info"}>
          <Unbroken text={toScreenWords(text)} />
        </Notice>
      )}
    </div>
  );
}

/** Returns the result of a dry run. Null while it is not enabled, or while the result is loading. */
function usePreview(command: DescribedCommand, values: Values, isEnabled: boolean): FinishedRun | null {
  const [preview, setPreview] = useState<{ of: Values; done: FinishedRun } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (isEnabled)
      void send(command, values, { dryRun: true, expected: undefined }, () => {}).then((reply) => {
        if (isCurrent) setPreview({ of: values, done: reply });
      });
    return () => {
      isCurrent = false;
    };
  }, [command, values, isEnabled]);
  return preview?.of === values ? preview.done : null;
}

async function send(
  command: DescribedCommand,
  values: Values,
  { expected, ...options }: How & { expected: string | undefined },
  onProgress: (progress: OperatorProgress) => void,
): Promise<FinishedRun> {
  try {
    return await run(
      {
        noun: command.noun,
        verb: command.verb,
        ...(await toTyped(command, values)),
        ...options,
        ...(expected !== undefined && { expected }),
      },
      (line) => {
        if (!("outcome" in line)) onProgress(line);
      },
    );
  } catch (cause) {
    return { outcome: "refused", message: getMessage(cause) };
  }
}

const isOnlyReading = (command: DescribedCommand, values: Values): boolean =>
  isReading(command, {
    args: {},
    options: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isFilled(value) ? "on" : undefined]),
    ),
  });

const isFilled = (value: Value): boolean =>
  (typeof value === "string" ? value.trim() : (value ?? "")).length > 0;

/** Builds the request as the command line does: omits empty values and uploads the files first. */
async function toTyped(command: DescribedCommand, values: Values) {
  const args: Record<string, string> = {};
  const options: Record<string, string> = {};
  const files: Record<string, string[]> = {};
  for (const { name, isArgument, kind } of listWords(command)) {
    const value = values[name];
    if (Array.isArray(value)) {
      if (value.length > 0) files[isArgument ? `@${name}` : name] = await Promise.all(value.map(upload));
    } else if (value !== undefined && value.trim() !== "")
      (isArgument ? args : options)[name] =
        kind === "markdown" ? value : value.trim().replaceAll(/\s*\n\s*/g, "\n");
  }
  return { args, options, files };
}

function getLabel(
  command: DescribedCommand,
  knownValues: Readonly<Record<string, string>>,
  values: Values,
): string {
  const { verb, args, options } = command;
  const preset = Object.keys(knownValues).find((name) => options[name]?.flag);
  if (preset !== undefined) return toLabel(preset);
  const writesFile = args.some(({ kind, optional }) => kind === "new-file" && !optional);
  if (isOnlyReading(command, values) && !writesFile) return "Show";
  return verb === "" ? "Do it" : capitalise(verb.replaceAll("-", " "));
}

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
