import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { passwordSentences } from "../credentials.ts";

/** So many of the most common ones (security §1). */
const REFUSED = 10_000;

/**
 * Refuses `common_password` for one of the first that anybody would try, whatever the case (D55); null for any other.
 * In the demo profile the length alone counts. `field` is where the password was typed.
 */
export async function refuseCommonPassword(
  { config }: Pick<Context, "config">,
  typed: string,
  field: string,
) {
  if (config.profile !== "production") return null;
  commonest ??= readCommonest();
  if (!(await commonest).has(typed.toLowerCase())) return null;
  const { tooCommon } = passwordSentences;
  return refuse("common_password", { fields: [{ path: field, message: tooCommon }] });
}

let commonest: Promise<ReadonlySet<string>> | undefined;

/** Half a megabyte of words, unpacked only by a shop that needs them; the most common come first. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, REFUSED));
}
