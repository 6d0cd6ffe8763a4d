import { useState } from "react";
import { SelectField, TextField } from "#ui/field.tsx";
import { focusAtFirst } from "./focus-field.tsx";
import type { PickerProps } from "./product-picker.tsx";

const NONE = "none";

/** The ways to set the stock. A value begins with `+` or `-`, or is `none` or a number of pieces. */
const WAYS = {
  ready: { text: "Ready to ship", pieces: "Pieces in the workshop" },
  none: { text: "Made to order", pieces: "" },
  "+": { text: "Add pieces", pieces: "Pieces to add" },
  "-": { text: "Take pieces away", pieces: "Pieces to take away" },
} as const;

type Way = keyof typeof WAYS;

const toWay = (value: string): Way =>
  value === NONE ? NONE : value.startsWith("+") ? "+" : value.startsWith("-") ? "-" : "ready";

interface StockFieldProps extends Omit<PickerProps, "hint"> {
  /** `number` for a new product, which has no stock to add to. */
  kind: string;
}

/** A product of the shop is made to order only if the user chooses this, never because a field is empty. */
export function StockField({ kind, label, error, required, value, onChange }: StockFieldProps) {
  const [isReady, setReady] = useState(value !== "");
  const way = value === "" && !isReady ? "" : toWay(value);
  const choose = (next: string) => {
    setReady(next === "ready");
    onChange(next === "ready" ? "" : next);
  };
  const pieces = way !== "" && way !== NONE ? WAYS[way].pieces : "";
  const sign = way === "+" || way === "-" ? way : "";
  return (
    <>
      <SelectField
        {...{ label, required }}
        name={pieces ? undefined : "stock"}
        error={pieces ? undefined : error}
        hint={way === "" && !required && "If empty: made to order, but 0 pieces in an unfinished draft"}
        value={way}
        onChange={({ target }) => choose(target.value)}
      >
        {way === "" && <option value="">Choose</option>}
        {Object.entries(WAYS).map(
          ([name, { text }]) =>
            (kind !== "number" || !(name === "+" || name === "-")) && (
              <option key={name} value={name}>
                {text}
              </option>
            ),
        )}
      </SelectField>
      {pieces && (
        <TextField
          key={way}
          ref={value === sign ? focusAtFirst : undefined}
          name="stock"
          label={pieces}
          error={error}
          required
          inputMode="numeric"
          autoComplete="off"
          value={value.slice(sign.length)}
          onChange={({ target }) => onChange(sign + target.value.trim())}
        />
      )}
    </>
  );
}
