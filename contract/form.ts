/** The form field that identifies the submitted form. The submit button has this name. */
export const FORM_FIELD = "form";

/** The forms that also work without JavaScript. The browser posts them to the URL of their page. */
export type FormName =
  | "login"
  | "registration"
  | "mailbox"
  | "new-password"
  | "contact"
  | "newsletter"
  | "back-in-stock";

/** The result of a form that was posted without JavaScript, which the response page shows. */
export interface FormResult {
  form: FormName;
  done: boolean;
  message: string;
  fields: Readonly<Record<string, string>>;
  /** The values without passwords, so that the form can show them again. */
  values: Readonly<Record<string, string>>;
}

type Entries = Iterable<readonly [name: string, value: string]>;

/** Parses the fields of a form: `address.city` becomes `{ address: { city } }`. */
export function nestFields(entries: Entries): Record<string, unknown> {
  // `__proto__` is an ordinary field name in an object without a prototype.
  const nested = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) {
    const path = name.split(".");
    const last = path.pop() ?? name;
    let inner = nested;
    for (const step of path) {
      if (typeof inner[step] !== "object") inner[step] = Object.create(null);
      inner = inner[step] as Record<string, unknown>;
    }
    inner[last] = value;
  }
  return nested;
}

/** Returns the submitted values except passwords and the form's name. A page may show them in its form again. */
export const omitPasswords = (entries: Entries): Record<string, string> =>
  Object.fromEntries([...entries].filter(([name]) => name !== FORM_FIELD && !/password/i.test(name)));

export function pickFirstErrors(
  errors: readonly { path: string; message: string }[],
): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { path, message } of errors) first[path] ??= message;
  return first;
}
