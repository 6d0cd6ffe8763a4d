import {
  type Budget,
  budgets,
  type LaidPiece,
  type Occasion,
  type PartySize,
  getCloth,
  occasions,
  partySizes,
} from "./lay-table.ts";

/** `pieces` is null until the visitor changes the suggested table. */
export interface TableState {
  people: PartySize;
  occasion: Occasion;
  budget: Budget;
  pieces: LaidPiece[] | null;
}

export const FIRST_TABLE: TableState = { people: 4, occasion: "dinner", budget: 5000, pieces: null };

const ANY_SUM = "any";

/** The maximum number of pieces that a URL contains and that the visitor can put on the table. */
export const MAX_PIECES = 60;

/** Returns a URL fragment to share: `#for=4&occasion=dinner&under=10000&pieces=teak-tray,84,65,t;…`. */
export function formatTable({ people, occasion, budget, pieces }: TableState): string {
  const laid = pieces?.map(({ productId, x, y, turned }) =>
    [encodeURIComponent(productId), x, y, ...(turned ? ["t"] : [])].join(","),
  );
  const budgetParam = budget === FIRST_TABLE.budget ? "" : `&under=${budget ?? ANY_SUM}`;
  return `#for=${people}&occasion=${occasion}${budgetParam}${laid ? `&pieces=${laid.join(";")}` : ""}`;
}

/** Parses a table setting in a URL fragment. Ignores invalid parts. */
export function parseTable(hash: string): TableState {
  const params = new Map(
    hash
      .slice(1)
      .split("&")
      .map((part) => part.split("=", 2) as [string, string | undefined]),
  );
  const people = partySizes.find((size) => String(size) === params.get("for")) ?? FIRST_TABLE.people;
  const occasion = occasions.find((each) => each === params.get("occasion")) ?? FIRST_TABLE.occasion;
  const budgetText = params.get("under");
  const budget =
    budgetText === ANY_SUM ? null : (budgets.find((sum) => String(sum) === budgetText) ?? FIRST_TABLE.budget);
  const pieces = params.get("pieces");
  return { people, occasion, budget, pieces: pieces === undefined ? null : parsePieces(pieces, people) };
}

function parsePieces(text: string, people: PartySize): LaidPiece[] {
  const { width, depth } = getCloth(people);
  return text.split(";", MAX_PIECES).flatMap((each): LaidPiece | [] => {
    const [id = "", x = "", y = "", turned] = each.split(",");
    const productId = decode(id);
    const at = { x: readWithin(x, width), y: readWithin(y, depth) };
    return productId && at.x !== null && at.y !== null
      ? { productId, x: at.x, y: at.y, turned: turned === "t" }
      : [];
  });
}

const readWithin = (text: string, maximum: number): number | null =>
  /^\d{1,3}$/.test(text) && Number(text) <= maximum ? Number(text) : null;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}
