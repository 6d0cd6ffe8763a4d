/** `refused` also means that a command failed or found something for the owner to do. Ctrl-C means `interrupted`. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notRunning: 3, interrupted: 130 } as const;

export const exitCodeMessages =
  "Exit codes: 0 if the command was done, 1 if it was refused, failed or found something for you to do,\n" +
  "2 if the command line is not valid, 3 if the shop is not running.";

export function printError(message: string, code: number, asJson: boolean): number {
  const text = asJson ? JSON.stringify({ error: { message, exitCode: code } }, null, 2) : message;
  process.stderr.write(`${text}\n`);
  return code;
}
