/** The part of a file a player asks for; both ends are included. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Reads a `Range` header. Null asks for the whole file, as does anything but one plain range, which the standard
 * allows to ignore; `beyond` asks for what the file does not have.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "beyond" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "beyond" : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "beyond" : { from, to };
}
