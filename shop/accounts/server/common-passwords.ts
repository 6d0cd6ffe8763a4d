import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { isGuessable, type PasswordOwner, passwordMessages } from "../credentials.ts";

/** So many of the most common ones (security §1). */
const REFUSED = 10_000;

/**
 * Refuses `common_password` for one of the first that anyone would try, whatever the case (D55), and
 * `guessable_password` for what is known about its owner or the shop; null for any other. In the demo profile the
 * length alone counts. `field` is where the password was typed.
 */
export async function refuseWeakPassword(
  context: Context,
  typed: string,
  field: string,
  owner: PasswordOwner,
) {
  if (context.config.profile !== "production") return null;
  const { tooCommon, guessable } = passwordMessages;
  if (isGuessable(typed, owner, findSeller(context)?.tradeName ?? ""))
    return refuse("guessable_password", { fields: [{ path: field, message: guessable }] });
  commonest ??= readCommonest();
  if (!(await commonest).has(typed.toLowerCase())) return null;
  return refuse("common_password", { fields: [{ path: field, message: tooCommon }] });
}

let commonest: Promise<ReadonlySet<string>> | undefined;

/** Half a megabyte of words, unpacked only by a shop that needs them; the most common come first. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, REFUSED));
}
