import { type SubmitEvent, type InputEvent, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { ApiError } from "#contract/errors.ts";
import { pickFirstErrors, FORM_FIELD, type FormName, nestFields } from "#contract/form.ts";
import { usePosted } from "./posted.ts";

type Errors = Readonly<Record<string, string>>;

interface FormOptions<Schema extends v.GenericSchema> {
  schema: Schema;
  /** Identifies the form to the server if the browser posts it without JavaScript. */
  name?: FormName;
  /** Additional values to send. The name `address.country` means the field `country` of the object `address`. */
  also?: Readonly<Record<string, string>>;
  /** Sends the input. If this function throws, the form shows the field errors and passes the error to `failed`. */
  send: (input: v.InferOutput<Schema>) => Promise<void>;
  /**
   * Returns the message about `failure`; nothing if a field shows the error. The form shows the message until the next
   * submission, because a toast soon disappears (D79).
   */
  failed: (failure: unknown) => string | void;
  notRight?: (messages: string[]) => void;
}

export interface FormField {
  name: string;
  error: string | undefined;
  defaultValue?: string;
}

/** Manages a form with named fields: `<form {...form.props}>`. Shows errors and prevents double submission. */
export function useForm<Schema extends v.GenericSchema>(options: FormOptions<Schema>) {
  const postedForm = usePosted();
  const posted = postedForm?.form === options.name ? postedForm : null;
  const submission = useSubmission(options, posted?.fields ?? {});
  const { errors, busy, failure, submit, dropErrors, isChanged } = submission;

  return {
    busy,
    failure,
    error: (name: string): string | undefined => errors[name],
    field: (name: string): FormField => {
      const postedValue = posted?.done === false ? posted.values[name] : undefined;
      return { name, error: errors[name], ...(postedValue !== undefined && { defaultValue: postedValue }) };
    },
    button: { type: "submit", busy, ...(options.name && { name: FORM_FIELD, value: options.name }) } as const,
    props: {
      noValidate: true,
      // Until the scripts are loaded, the browser itself sends the form. POST keeps the input out of the URL.
      method: "post" as const,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput: ({ target, currentTarget }: InputEvent<HTMLFormElement>) => {
        const { name } = target as unknown as HTMLInputElement;
        dropErrors((each) => each === name);
        // Input in one field may change others: a PIN code fills in the city. Those fields change in the next render.
        setTimeout(() => dropErrors(isChanged(currentTarget)));
      },
    },
  };
}

function useSubmission<Schema extends v.GenericSchema>(options: FormOptions<Schema>, firstErrors: Errors) {
  const [errors, setErrors] = useState(firstErrors);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const refused = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused.current) focusFirstError(refused.current, errors);
    refused.current = null;
  }, [errors]);
  const refusedTexts = useRef<ReadonlyMap<string, string>>(new Map());
  const refuse = (form: HTMLFormElement, errors: Errors) => {
    refused.current = form;
    refusedTexts.current = new Map(listTexts(form));
    setErrors(errors);
  };

  const sending = useRef(false);
  const submit = async (form: HTMLFormElement) => {
    // Ignore a second submission that arrives before the next render disables the button.
    if (sending.current) return;
    setFailure("");
    const values = nestFields([...Object.entries(options.also ?? {}), ...listTexts(form)]);
    const checked = v.safeParse(options.schema, values);
    if (!checked.success) {
      const firstErrors = pickFirstErrors(
        checked.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message })),
      );
      refuse(form, firstErrors);
      return options.notRight?.(listMessages(form, firstErrors));
    }
    setErrors({});
    sending.current = true;
    setIsBusy(true);
    try {
      await options.send(checked.output);
    } catch (failure) {
      const fieldErrors = pickFirstErrors(failure instanceof ApiError ? failure.fields : []);
      const isShownAtField = listWrongNames(form, fieldErrors).length > 0;
      if (isShownAtField) refuse(form, fieldErrors);
      const message = options.failed(failure) ?? "";
      setFailure(isShownAtField ? "" : message);
    } finally {
      sending.current = false;
      setIsBusy(false);
    }
  };
  const dropErrors = (isMended: (name: string) => boolean) => {
    if (Object.keys(errors).some(isMended))
      setErrors((last) => Object.fromEntries(Object.entries(last).filter(([name]) => !isMended(name))));
  };
  const isChanged = (form: HTMLFormElement) => {
    const texts = new Map(listTexts(form));
    return (name: string) =>
      refusedTexts.current.has(name) && texts.get(name) !== refusedTexts.current.get(name);
  };
  return { errors, busy: isBusy, failure, submit, dropErrors, isChanged };
}

function listMessages(form: HTMLFormElement, errors: Errors): string[] {
  const names = listWrongNames(form, errors);
  return Object.entries(errors)
    .toSorted(([first], [other]) => names.indexOf(first) - names.indexOf(other))
    .map(([, message]) => message);
}

function focusFirstError(form: HTMLFormElement, errors: Errors): void {
  const [name] = listWrongNames(form, errors);
  const first = name === undefined ? null : form.elements.namedItem(name);
  if (first instanceof HTMLElement) first.focus();
}

const listWrongNames = (form: HTMLFormElement, errors: Errors): string[] =>
  [...form.elements].map((element) => element.getAttribute("name") ?? "").filter((name) => name in errors);

const listTexts = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
