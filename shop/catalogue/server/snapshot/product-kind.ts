/** What several products have in common; those of a shop have a few hundred of them. Equal ones are the same object. */
export interface Kind {
  readonly category: string;
  readonly subcategory: string;
  readonly collection: string | undefined;
  readonly materials: readonly string[];
}

/** Gives equal kinds as one. */
export interface Kinds {
  /** All that there ever were. */
  readonly all: readonly Kind[];
  /** `materials` as JSON. */
  get(category: string, subcategory: string, collection: string | null, materials: string): Kind;
}

export function createKinds(): Kinds {
  const kinds = new Map<string, Kind>();
  const all: Kind[] = [];
  return {
    all,
    get(category, subcategory, collection, materials) {
      const key = JSON.stringify([category, subcategory, collection, materials]);
      const known = kinds.get(key);
      if (known) return known;
      const woods = JSON.parse(materials) as string[];
      const kind = { category, subcategory, collection: collection ?? undefined, materials: woods };
      kinds.set(key, kind);
      all.push(kind);
      return kind;
    },
  };
}
