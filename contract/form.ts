/** The field by which a posted form says which one it is; its button sends it along. */
export const FORM_FIELD = "form";

/** The forms that work without scripts, as a plain post to the page they are on. */
export type FormName =
  | "login"
  | "registration"
  | "mailbox"
  | "new-password"
  | "contact"
  | "newsletter"
  | "back-in-stock";

/** The result of a form that was posted without scripts, for the page that answers it. */
export interface Posted {
  form: FormName;
  done: boolean;
  /** The shop's message. */
  message: string;
  /** Errors by field. */
  fields: Readonly<Record<string, string>>;
  /** The typed values, so that nobody types them again; never a password. */
  values: Readonly<Record<string, string>>;
}

type Entries = Iterable<readonly [name: string, value: string]>;

/** The fields of a form as its schema wants them: `address.city` becomes `{ address: { city } }`. */
export function nestFields(entries: Entries): Record<string, unknown> {
  // Without a prototype, a field named `__proto__` is a field like any other.
  const whole = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) {
    const path = name.split(".");
    const last = path.pop() ?? name;
    let inner = whole;
    for (const step of path) {
      if (typeof inner[step] !== "object") inner[step] = Object.create(null);
      inner = inner[step] as Record<string, unknown>;
    }
    inner[last] = value;
  }
  return whole;
}

/** The typed values that a page may show again. */
export const omitPasswords = (entries: Entries): Record<string, string> =>
  Object.fromEntries([...entries].filter(([name]) => name !== FORM_FIELD && !/password/i.test(name)));

/** One sentence for each field: the first thing that is wrong with it. */
export function pickFirstErrors(
  errors: readonly { path: string; message: string }[],
): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { path, message } of errors) first[path] ??= message;
  return first;
}
