import { type SubmitEvent, type InputEvent, useState } from "react";
import * as v from "valibot";
import { ApiError } from "#contract/errors.ts";

interface FormOptions<Schema extends v.GenericSchema> {
  /** The same schema that the server begins with; its messages stand at the fields. */
  schema: Schema;
  /** What is not a control of the form, or a disabled one. Dotted names nest, as in `address.country`. */
  also?: Readonly<Record<string, string>>;
  /** Sends what was filled in. What it throws goes to `failed`, after field faults were put at their fields. */
  send: (input: v.InferOutput<Schema>) => Promise<void>;
  failed: (failure: unknown) => void;
  /** Told the sentence of every field that is not right, in the order of the form. */
  notRight?: (sentences: string[]) => void;
}

/**
 * A form whose controls keep their own values: `<form {...form.props}>` with named fields.
 * It checks, puts each fault at its field, takes the focus to the first, and holds back a second submission.
 */
export function useForm<Schema extends v.GenericSchema>(options: FormOptions<Schema>) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const show = (form: HTMLFormElement, faults: Record<string, string>) => {
    setErrors(faults);
    const names = namesOf(form).filter((name) => name in faults);
    options.notRight?.(
      Object.keys(faults)
        .toSorted(inOrderOf(names))
        .map((name) => faults[name] ?? ""),
    );
    const first = names[0] === undefined ? null : form.elements.namedItem(names[0]);
    if (first instanceof HTMLElement) first.focus();
  };

  const submit = async (form: HTMLFormElement) => {
    const filled = nested([...Object.entries(options.also ?? {}), ...textsOf(form)]);
    const checked = v.safeParse(options.schema, filled);
    if (!checked.success) return show(form, firstFaults(checked.issues));
    setErrors({});
    setBusy(true);
    try {
      await options.send(checked.output);
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields.length > 0) {
        setErrors(Object.fromEntries(failure.fields.map(({ path, message }) => [path, message])));
      }
      options.failed(failure);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    /** The fault of a field, to be handed to it as its `error`. */
    error: (name: string): string | undefined => errors[name],
    props: {
      noValidate: true,
      // Sent before the scripts are there, what was typed must not end up in the address.
      method: "post" as const,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!busy) void submit(event.currentTarget);
      },
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        const { name } = target as unknown as HTMLInputElement;
        if (errors[name] !== undefined) setErrors(({ [name]: _mended, ...others }) => others);
      },
    },
  };
}

const namesOf = (form: HTMLFormElement): string[] =>
  [...form.elements].map((element) => element.getAttribute("name") ?? "").filter(Boolean);

const textsOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));

const inOrderOf = (names: string[]) => (one: string, other: string) =>
  names.indexOf(one) - names.indexOf(other);

/** `address.city` becomes `{ address: { city } }`. */
function nested(entries: [string, string][]): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const path = name.split(".");
    const last = path.pop() ?? name;
    let inner = whole;
    for (const step of path) inner = (inner[step] ??= {}) as Record<string, unknown>;
    inner[last] = value;
  }
  return whole;
}

/** One sentence for each field: the first thing that is wrong with it. */
function firstFaults(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of issues) faults[v.getDotPath(issue) ?? ""] ??= issue.message;
  return faults;
}
