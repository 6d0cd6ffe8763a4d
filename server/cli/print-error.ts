/** Prints an error: a sentence for people, JSON for programs. Returns the exit code. */
export function printError(message: string, code: number, asJson: boolean): number {
  const text = asJson ? JSON.stringify({ error: { message, exitCode: code } }, null, 2) : message;
  process.stderr.write(`${text}\n`);
  return code;
}
