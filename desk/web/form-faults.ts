import { labelFault, toLabel } from "#contract/field-labels.ts";
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Faults } from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import type { KnownValues, Word } from "./form-values.ts";
import { LISTED_KINDS } from "./listed-field.tsx";

/* This module has the texts of errors at fields, and scrolls the first error into view. */

/**
 * Opens the groups with errors, and focuses the first field with an error in a form, or in a screen with several forms.
 */
export function focusFault({ current: frame }: RefObject<HTMLElement | null>): void {
  for (const folded of frame?.querySelectorAll("details:has([aria-invalid])") ?? [])
    folded.toggleAttribute("open", true);
  const field = frame?.querySelector<HTMLElement>("[aria-invalid]");
  // A long text and its error do not both fit on a phone, so the error is scrolled into view, not the field.
  field?.focus({ preventScroll: true });
  const [errorId = ""] = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  (document.getElementById(errorId) ?? field)?.scrollIntoView?.({ block: "center" });
}

export function useFieldFocus(form: RefObject<HTMLFormElement | null>, faultNames: string): void {
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

/** The errors of missing pieces or amounts, by the kind of the field. */
export const MISSING_SCOPE: Readonly<Record<string, string>> = {
  pieces: "Choose at least one piece.",
  amount: "Enter an amount.",
};

export const listLabels = (names: readonly string[], noun: string): string =>
  names.map((name) => toLabel(name, noun)).join(", ");

export const CORRECT = "Please correct the marked fields.";

/** Returns the error of a required field without a value. */
export function describeMissing({ name, kind, choices }: Word, noun: string): string {
  const label = toLabel(name, noun);
  if (["file", "picture", "video"].includes(kind)) return `Please choose a file for “${label}”.`;
  const isListed = [...LISTED_KINDS, "product"].includes(kind) || ["courier", "state"].includes(name);
  const act = choices || isListed ? "choose" : "enter";
  return MISSING_SCOPE[kind] ?? `Please ${act} “${label}”.`;
}

/** Hints shown instead of the shop's question until a value is entered, by command or by kind of the missing field. */
export const FIRST_STEPS: Readonly<Record<string, string>> = {
  pieces: "Choose the pieces to see what happens to them.",
  amount: "First enter the amount.",
  "orders take": "Choose a product to see the total.",
};

/** Describes the unsaved fields that somebody else has changed too. A long text is not repeated. */
export function describeOverlaps(names: readonly string[], now: KnownValues, noun: string): string {
  const fields = names.map((name) => {
    const value = now[name] || "empty";
    return value.length > 40 ? toLabel(name, noun) : `${toLabel(name, noun)} (now ${value})`;
  });
  return `Somebody else changed ${fields.join(", ")}. Your input is still here, but not saved: Save replaces the new value, Discard shows it.`;
}

export function useLeftFields(form: RefObject<HTMLFormElement | null>): ReadonlySet<string> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    form.current?.addEventListener("focusout", ({ target }) => {
      if (target instanceof HTMLInputElement) setLeft((names) => new Set([...names, target.name]));
    });
  }, [form]);
  return left;
}

/** Shows the error of an empty required field at the field, instead of the browser's own message. */
export function markMissing(
  event: SyntheticEvent,
  form: RefObject<HTMLFormElement | null>,
  showErrors: () => void,
): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
  if (!("validity" in target && (target.validity as ValidityState).valueMissing)) return;
  event.preventDefault();
  // The browser reports each invalid field. The first one gets the focus.
  if (target !== form.current?.querySelector(`:is(${CONTROLS}):invalid`)) return;
  flushSync(showErrors);
  focusFault(form);
}

const CONTROLS = "input, select, textarea";

export const NO_FAULTS: Faults = {};

/**
 * Returns the message of a refused preview, such as an error in the chosen file, as the error of this field. If several
 * errors follow in a list, the field has only the sentence above them.
 */
export const toFieldFault = (word: Word | undefined, reply: FinishedRun): Faults | null =>
  word && "message" in reply && reply.outcome !== "passkey"
    ? { [word.name]: reply.message.split(/(?: Please correct:)?\n {2}- /, 1)[0] ?? "" }
    : null;

/** Writes an error for the screen: `has 12 characters` becomes `GSTIN has 12 characters`. */
export const formatFault = (label: string, fault: string | undefined): string | undefined =>
  fault !== undefined && /^([a-z]|Phone Number\b)/.test(fault) ? labelFault(label, fault) : fault;

const FIELDS = "input:not([type=file]), select, textarea";
