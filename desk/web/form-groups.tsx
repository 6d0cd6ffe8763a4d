import { toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import { Fragment, type ReactNode } from "react";
import { Disclosure } from "#ui/disclosure.tsx";
import styles from "./command-form.module.css";
import { type Entered, isFilled, type Values, type Word } from "./form-values.ts";
import { Small } from "./screen-parts.tsx";

export interface FieldGroup {
  title: string;
  names: readonly string[];
  /** The content of the group, instead of fields. */
  draw?: ReactNode;
  isFolded?: true;
  /** Whether a field is shown, if this depends on other values. A hidden field is not sent. */
  isShown?: (values: Values, name: string) => boolean;
}

/** A choice at the top of a form. The fields of the alternatives that are not chosen are neither shown nor sent. */
export interface Alternatives {
  label: string;
  fields: Readonly<Record<string, readonly string[]>>;
}

export function listOmitted({ fields }: Alternatives, chosen: string): string[] {
  const kept = fields[chosen] ?? [];
  return Object.values(fields)
    .flat()
    .filter((name) => !kept.includes(name));
}

export const NO_ALTERNATIVES: Alternatives = { label: "", fields: {} };

interface FieldsProps {
  words: readonly Word[];
  groups: readonly FieldGroup[] | undefined;
  entered: Entered;
  noun: string;
  drawField: (word: Word) => ReactNode;
}

export function Fields({ words, groups, entered: { values, filled }, noun, drawField }: FieldsProps) {
  if (!groups) return words.map(drawField);
  return groups.map(({ title, names, draw, isFolded }) => {
    const groupWords = names.flatMap((name) => words.filter((word) => word.name === name));
    if (groupWords.length === 0 && !draw) return null;
    const fields = draw ?? <div className={styles.fields}>{groupWords.map(drawField)}</div>;
    // A group without a title needs no legend, because the heading above the form describes it.
    if (title === "") return <Fragment key={names.join()}>{fields}</Fragment>;
    return isFolded ? (
      // The group opens when the form fills in one of its fields.
      <Disclosure
        key={title}
        summary={
          <>
            {title}
            <Small>{describeChosen(groupWords, values, noun)}</Small>
          </>
        }
        open={names.some((name) => filled[name]?.value)}
      >
        {fields}
      </Disclosure>
    ) : (
      <fieldset key={title}>
        <legend className={styles.legend}>{title}</legend>
        {fields}
      </fieldset>
    );
  });
}

/** Describes each filled field by its value, and a switch that is on by its label. */
const describeChosen = (words: readonly Word[], values: Values, noun: string): string =>
  words
    .filter(({ name }) => isFilled(values[name]))
    .map(({ name, flag }) => {
      const value = values[name];
      const label = toLabel(name, noun);
      if (flag || typeof value !== "string") return label;
      const [, unit = ""] = /\(([^()]+)\)$/.exec(label) ?? [];
      return `${toChoiceLabel(name, value.replace(/\.$/, ""))} ${unit}`.trim();
    })
    .join(" · ");
