import * as v from "valibot";
import { parseCount } from "#contract/number.ts";

// Each feature declares a schema of its settings. Each error message contains a valid example, in which NAME stands for
// the name of the setting. A message contains the invalid value only if this value cannot be a secret.

export const text = (fallback: string) => v.optional(v.string(), fallback);

export const optionalText = (
  fits: RegExp | ((value: string) => boolean),
  message: string | ((issue: { input: string }) => string),
) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((value) => (fits instanceof RegExp ? fits.test(value) : fits(value)), message),
    ),
  );

export const wholeNumber = (
  fallback: number,
  { least, most, example = fallback }: { least: number; most: number; example?: number },
) =>
  v.pipe(
    text(String(fallback)),
    v.check(
      (value) => {
        const count = parseCount(value);
        return count !== null && count >= least && count <= most;
      },
      ({ input }) =>
        `"${input}" is not a whole number from ${least} to ${most}. Write for example NAME=${example}`,
    ),
    v.transform(Number),
  );

export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  v.picklist(
    choices,
    ({ input }) =>
      `"${String(input)}" is not one of ${choices.join(", ")}. Write for example NAME=${choices[0] ?? ""}`,
  );

export const onOff = oneOf(["on", "off"]);

const SECURE_ADDRESS =
  /^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)(\/\S*)?$/;

/** True if a secret may be sent to this URL: https, or http on this machine, and no password in the URL. */
export const isSecureAddress = (value: string): boolean => SECURE_ADDRESS.test(value) && URL.canParse(value);

/** True for an http(s) address without a path. Such an address is safe in a Content-Security-Policy. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && SAFE_ORIGIN.test(url.origin) && `${url.origin}/` === url.href;
}

/** An origin without characters that have a meaning in a Content-Security-Policy, such as a semicolon. */
export const SAFE_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

export const profile = { SHOP_PROFILE: v.optional(oneOf(["demo", "production"]), "demo") };

/** Reports `message` for the setting `name` if `isWrong` returns true, unless a setting in `reads` is invalid. */
export const refuse = <Given extends Record<string, unknown>>(
  name: keyof Given & string,
  reads: readonly (keyof Given & string)[],
  isWrong: (value: Given) => boolean,
  message: string,
): v.RawCheckAction<Given> =>
  v.rawCheck(({ dataset, addIssue }) => {
    const invalid = new Set(dataset.issues?.map((issue) => v.getDotPath(issue)));
    const input = dataset.value as Given;
    if (reads.some((readName) => invalid.has(readName)) || !isWrong(input)) return;
    addIssue({ message, path: [{ type: "object", origin: "value", input, key: name, value: input[name] }] });
  });
