import { useState } from "react";
import { fromRupees } from "#contract/money.ts";
import { pickFields } from "#contract/read.ts";
import {
  clearFiles,
  type Entered,
  isChanged,
  type KnownValues,
  mergeKnown,
  pickTexts,
  readText,
  type Value,
  type Values,
} from "./form-values.ts";

/** Returns the same text for an input and for its stored form, which a save without a response may have written. */
function toBare(value: Value): string {
  const text = readText(value);
  // `1,000` is stored as `1000`, `18x12x2` as `18 x 12 x 2`, and `98765 43210` as `+91 98765 43210`.
  const bare = text.toLowerCase().replaceAll(/[^\p{L}\p{N}.]|\.(?!\d)/gu, "");
  const phone = /^(?:91)?(\d{10})$/.exec(bare)?.[1];
  return phone ?? String(fromRupees(text) ?? bare);
}

/** Keeps the input of a form, while the shop's values may change. */
export function useEntered(known: KnownValues, expected: string | undefined, draft: Entered | undefined) {
  const [entered, setEntered] = useState<Entered>(draft ?? { values: known, filled: {} });
  // `known` are the saved values, and `loaded` the values that were last loaded, perhaps before a save. `seen` are the
  // values that the input replaces, without fields whose saved values are not loaded yet.
  const [shop, setShop] = useState({ known, loaded: known, seen: known, expected });
  return {
    entered,
    setEntered,
    initial: shop,
    /** The fields that somebody else has changed since the user saw them. */
    overlapping: Object.keys(shop.seen).filter((name) => isChanged({ name }, shop.known, shop.seen)),
    /** Fills in new values of the shop, but not in the fields that the user has changed. */
    takeOver: (now: KnownValues) => {
      if (JSON.stringify(now) === JSON.stringify(shop.loaded)) return;
      const kept = Object.keys(now).filter(
        (name) =>
          toBare(now[name]) !== toBare(entered.values[name]) &&
          [shop.known, now].every((values) => isChanged({ name }, values, entered.values)),
      );
      setShop({ ...shop, known: now, loaded: now, seen: { ...now, ...pickFields(shop.seen, kept) } });
      setEntered({ ...entered, values: mergeKnown(shop.known, now, entered.values) });
    },
    /** Compares the form with the saved values from now on. Input that was typed during the save stays unsaved. */
    rebase: (saved: Values) => {
      setShop((last) => ({
        ...last,
        known: { ...last.known, ...pickTexts(saved) },
        seen: Object.fromEntries(Object.entries(last.seen).filter(([name]) => !(name in saved))),
      }));
      setEntered((now) => ({ ...now, values: { ...now.values, ...clearFiles(saved, now.values) } }));
    },
    /** Discards the input. Returns a function that restores the fields that the user had changed, and no others. */
    reset: () => {
      const { values, filled } = entered;
      const typed = Object.keys(values).filter((name) => isChanged({ name }, shop.known, values));
      setEntered({ values: shop.known, filled: {} });
      setShop({ ...shop, seen: shop.known });
      return () => {
        setEntered((now) => ({ values: { ...now.values, ...pickFields(values, typed) }, filled }));
        setShop((now) => ({ ...now, seen: { ...now.seen, ...pickFields(shop.seen, typed) } }));
      };
    },
  };
}
