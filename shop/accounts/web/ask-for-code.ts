import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { verifyEmail } from "../endpoints.ts";
import { resetMessages } from "../password-reset.ts";

/** Whether a new code was mailed. Any other message than 'Email verified' means that there is no account (§8). */
export async function askForCode(email: string): Promise<boolean> {
  const { message, mailed } = await call(verifyEmail, { body: { email } });
  if (message !== resetMessages.verified) throw new ApiError(404, { message: resetMessages.noAccount });
  return mailed;
}
