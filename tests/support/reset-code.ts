/** The code in the text of a mail for a new password, as its reader types it. */
export const findCode = (text: string | undefined): string =>
  /^\s*(\d{3}) (\d{3})\s*$/m
    .exec(text ?? "")
    ?.slice(1)
    .join("") ?? "";

/** The address of the link beside it. */
export const findResetLink = (text: string): string => /\S+\/forgot-password#\S+/.exec(text)?.[0] ?? "";
