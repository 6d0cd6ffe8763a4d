import { useState } from "react";
import { pickFields } from "#contract/read.ts";
import {
  clearFiles,
  type Entered,
  isChanged,
  type KnownValues,
  mergeKnown,
  pickTexts,
  type Values,
} from "./form-values.ts";

/** Keeps the input of a form, while the shop's values may change. */
export function useEntered(known: KnownValues, expected: string | undefined, draft: Entered | undefined) {
  const [entered, setEntered] = useState<Entered>(draft ?? { values: known, filled: {} });
  // The state when the form was opened or last saved. The shop uses its revision to detect changes by other users.
  const [initial, setInitial] = useState({ known, expected });
  // The last values from the shop, the fields whose saved values are not loaded yet, and the unsaved fields that
  // somebody else has changed too.
  const [loaded, setLoaded] = useState({ known, saved: NO_NAMES, overlapping: NO_NAMES });
  return {
    entered,
    setEntered,
    initial,
    overlapping: loaded.overlapping,
    /** Fills in new values of the shop, but not in the fields that the user has changed. */
    takeOver: (now: KnownValues) => {
      if (JSON.stringify(now) === JSON.stringify(loaded.known)) return;
      const { values, overlapping } = mergeKnown(initial.known, now, entered.values);
      const names = [...loaded.overlapping, ...overlapping].filter((name) => !loaded.saved.includes(name));
      setLoaded({ known: now, saved: NO_NAMES, overlapping: [...new Set(names)] });
      setInitial({ ...initial, known: now });
      setEntered({ ...entered, values });
    },
    /** Compares the form with the saved values from now on. Input that was typed during the save stays unsaved. */
    rebase: (saved: Values) => {
      setLoaded((last) => ({ ...last, saved: Object.keys(saved), overlapping: NO_NAMES }));
      setInitial((last) => ({ ...last, known: { ...last.known, ...pickTexts(saved) } }));
      setEntered((now) => ({ ...now, values: { ...now.values, ...clearFiles(saved, now.values) } }));
    },
    /** Discards the input. Returns a function that restores it, but not the values that only the shop has changed. */
    reset: () => {
      const { known: previous } = initial;
      const { values } = entered;
      const typed = Object.keys(values).filter((name) => isChanged({ name }, previous, values));
      setEntered({ values: previous, filled: {} });
      setLoaded({ ...loaded, overlapping: NO_NAMES });
      return () =>
        setEntered((now) => ({
          values: { ...now.values, ...pickFields(values, typed) },
          filled: entered.filled,
        }));
    },
  };
}

const NO_NAMES: readonly string[] = [];
