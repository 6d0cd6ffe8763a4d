import { type ComponentProps, useState } from "react";
import { capitalise } from "#contract/text.ts";
import { cardLists } from "#shop/catalogue/command-results.ts";
import { knownCouriers } from "#shop/parcels/known-couriers.ts";
import { Button } from "#ui/button.tsx";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { focusAtFirst } from "./focus-field.tsx";
import { useCommand, useValues, useView } from "./use-view.ts";

/** Kinds whose values are ids or addresses. The user chooses from descriptions instead of typing them. */
export const LISTED_KINDS = ["message", "page", "review"];

interface ChosenProps extends Pick<
  ComponentProps<typeof SelectField>,
  "aria-label" | "error" | "hint" | "label" | "name" | "required"
> {
  value: string;
  onChange: (value: string) => void;
}

export function ListedField({ kind, ...field }: ChosenProps & { kind: string }) {
  const { data: offered = [] } = useValues(kind, "");
  const { data: given = [] } = useValues(kind, field.value);
  const chosen = given.filter(({ value }) => value === field.value);
  const entries = new Map([...offered, ...chosen].map(({ value, summary }) => [value, summary]));
  return (
    <ChoiceField
      {...field}
      offered={[...entries]}
      other={kind === "page" ? "Another page of the shop" : ""}
      otherHint="The part of the address after the name of the shop, for example /product-info/teak-tray"
    />
  );
}

/** The label of the choice to type another value, by kind. If it is empty, only values in use can be chosen. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  category: "Another category",
  collection: "",
  hsn: "Another HSN",
  subcategory: "Another product type",
};

/** Each product in the shop has a value of these kinds. */
const NEVER_NONE = ["category", "subcategory", "hsn"];

/** Kinds whose values are names or codes. The user chooses a used value, or enters another if the kind allows. */
export const NAMED_KINDS = Object.keys(OTHER_LABELS);

export function NamedField({ kind, or, ...field }: ChosenProps & { kind: string; or: readonly string[] }) {
  const { data: offered = [] } = useValues(kind, "");
  const { data: given = [] } = useValues(kind, field.value);
  const rate = given.find(({ value }) => value === field.value)?.summary;
  const toText = (value: string, summary: string) =>
    kind === "hsn" && summary ? `${value}: ${summary}` : value;
  const known = new Map([...given, ...offered].map(({ value, summary }) => [value, summary]));
  const names = [...offered.map(({ value }) => value), ...(known.has(field.value) ? [field.value] : [])];
  return (
    <ChoiceField
      {...field}
      offered={[
        ...or.map((word) => [word, capitalise(word)] as const),
        ...[...new Set(names)].map((name) => [name, toText(name, known.get(name) ?? "")] as const),
      ]}
      prompt={field.required ? undefined : or.length === 0 && !NEVER_NONE.includes(kind) ? "None" : "Choose"}
      {...(OTHER_LABELS[kind] && { other: OTHER_LABELS[kind] })}
      otherHint={rate || field.hint}
      words={or}
    />
  );
}

/** `prompt` is the choice for an empty value, if the field may be empty. */
export function CourierField(props: ChosenProps & { prompt?: string }) {
  return (
    <ChoiceField
      {...props}
      offered={useCouriers().map((name) => [name, name])}
      other="Another courier"
      otherHint="The name of the courier"
    />
  );
}

export const explainCourier = (last: string): string =>
  last === "" ? "" : `Suggestion: ${last} took your last parcel`;

/** Returns the names of the couriers with a known tracking page: first the owner's own couriers. */
export function useCouriers(): readonly string[] {
  const mayRead = useCommand("couriers") !== undefined;
  const { data } = useView(cardLists.couriers, { enabled: mayRead });
  const ownCouriers = data?.cards.flatMap(({ texts }) => texts["name"] ?? []) ?? [];
  return [...new Set([...ownCouriers, ...knownCouriers.map(({ name }) => name)])];
}

interface ChoiceFieldProps extends ChosenProps {
  offered: readonly (readonly [value: string, text: string])[];
  prompt?: string | undefined;
  /** The last choice, which opens a text field for a value that is not in the list. */
  other?: string;
  otherHint?: ChosenProps["hint"];
  /** Words that are accepted besides names and codes, such as `none`. */
  words?: readonly string[];
}

function ChoiceField({
  offered,
  prompt,
  other,
  otherHint,
  words = [],
  value,
  onChange,
  ...field
}: ChoiceFieldProps) {
  /** The field that the user chose last: the list, or a text field for another value. */
  const [shown, setShown] = useState<"list" | "text">();
  if (shown === "text")
    return (
      <div className="stack gap-2">
        <TextField
          {...field}
          ref={selectAtFirst}
          hint={otherHint}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
        <Button variant="quiet" className="self-start" onClick={() => setShown("list")}>
          Choose from the list
        </Button>
      </div>
    );
  const choose = (chosen: string) => {
    if (chosen === OTHER) setShown("text");
    // The text field begins with the chosen value, unless it is a word such as “None”.
    if (chosen !== OTHER) onChange(chosen);
    else if (words.includes(value)) onChange("");
  };
  return (
    <SelectField
      {...field}
      ref={shown === "list" ? focusAtFirst : undefined}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      <Options
        prompt={prompt ?? (value === "" ? "Choose" : "")}
        of={[
          ...(value === "" || offered.some(([each]) => each === value) ? [] : [value]),
          ...offered,
          ...(other ? [[OTHER, other] as const] : []),
        ]}
      />
    </SelectField>
  );
}

const OTHER = "another value";

const selectAtFirst = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};
