import type { OxlintOverride } from "oxlint";

interface Pattern {
  regex: string;
  importNames?: string[];
  message: string;
}

export const SERVER_ONLY: Pattern[] = [
  {
    regex: "^#platform/|^#shop/[^/]+/server/",
    message: "The web never imports the server, not even a type.",
  },
  {
    regex: "^(node:|fastify|@fastify/|pg$|drizzle-orm|sharp$|pino|@electric-sql/)",
    message: "This runs in a browser.",
  },
];

export const WEB_ONLY: Pattern[] = [
  {
    regex: "^#client/|^#ui/|^#shop/[^/]+/web/|^(\\.\\./)+web/",
    message: "The server never imports the web.",
  },
  {
    regex: "^(react|react-dom|react-toastify|embla-carousel|lucide|@tanstack/)",
    message: "The server never imports the web's libraries.",
  },
];

/** Matches any path except `index.ts`, because the linter's regular expressions have no lookahead. */
const NOT_INDEX = "([^i]|i[^n]|in[^d]|ind[^e]|inde[^x]|index[^.]|[^/]+/)";

const PRIVATE =
  "Features import each other's domain (#shop/<feature>/…) and server index (#shop/<feature>/server/index.ts), nothing private.";

export function createFeatureRules(feature: string, more: Pattern[]): OxlintOverride[] {
  return [
    restrict(
      [`shop/${feature}/*.ts`],
      [
        ...more,
        {
          regex: "^[a-uw-z@]|^vi|^#(server|platform|client|ui)/|^#shop/[^/]+/.+/|^\\./.+/|^\\.\\./",
          message: "A feature's domain imports the contract, other domains and valibot.",
        },
      ],
    ),
    restrict(
      [`shop/${feature}/server/**/*.ts`],
      [
        ...more,
        ...WEB_ONLY,
        {
          regex: `^#shop/[^/]+/server/${NOT_INDEX}|^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+(server|web|platform|contract)/`,
          message: PRIVATE,
        },
      ],
    ),
    restrict(
      [`shop/${feature}/web/**/*.{ts,tsx}`],
      [
        ...more,
        ...SERVER_ONLY,
        {
          regex: "^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+server/",
          message: "Name another feature by the import map: #shop/<feature>/web/…",
        },
      ],
    ),
  ];
}

export function restrict(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}
