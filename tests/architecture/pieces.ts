export interface Piece {
  type: string;
  [name: string]: unknown;
}

/** Returns all texts in a source file: string literals, templates with `…` in place of their values, and JSX text. */
export function listTexts({ pieces }: { pieces: readonly Piece[] }): string[] {
  return pieces.flatMap((piece) => {
    const text = getText(piece);
    return text === null ? [] : [text.replaceAll(/\s+/g, " ").trim()];
  });
}

export function getText(piece: unknown): string | null {
  if (!isPiece(piece)) return null;
  if ((piece.type === "Literal" || piece.type === "JSXText") && typeof piece["value"] === "string")
    return piece["value"];
  if (piece.type !== "TemplateLiteral") return null;
  const quasis = piece["quasis"] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join("…");
}

/** Returns the first name in a callee: `test` for `test(…)`, `test.each(…)(…)` and `test.describe(…)`. */
export function getRoot(callee: unknown): unknown {
  if (!isPiece(callee)) return null;
  return callee.type === "Identifier"
    ? callee["name"]
    : getRoot(callee["object"] ?? callee["callee"] ?? callee["tag"]);
}

export function isPiece(value: unknown): value is Piece {
  return typeof value === "object" && value !== null && typeof (value as Piece).type === "string";
}

export function collect(value: unknown, into: Piece[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, into);
  } else if (isPiece(value)) {
    into.push(value);
    for (const inner of Object.values(value)) collect(inner, into);
  }
}
