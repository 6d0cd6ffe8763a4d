import type { OxlintOverride } from "oxlint";
import { featureUses } from "./architecture.ts";

interface Pattern {
  regex: string;
  importNames?: string[];
  message: string;
}

const SERVER_ONLY: Pattern[] = [
  {
    regex: "^#platform/|^#shop/[^/]+/server/",
    message: "The web never imports the server, not even a type.",
  },
  {
    regex: "^(node:|fastify|@fastify/|pg$|drizzle-orm|sharp$|pino|@electric-sql/)",
    message: "This code runs in a browser, so it cannot import libraries of the server.",
  },
];

const WEB_ONLY: Pattern[] = [
  {
    regex: "^#client/|^#ui/|^#shop/[^/]+/web/|^(\\.\\./)+web/",
    message: "The server never imports the web.",
  },
  {
    regex: "^(react|react-dom|react-toastify|embla-carousel|lucide|@tanstack/)",
    message: "The server never imports the web's libraries.",
  },
];

/** Any path except `index.ts`: the linter's regular expressions have no lookahead. */
const NOT_INDEX = "([^i]|i[^n]|in[^d]|ind[^e]|inde[^x]|index[^.]|[^/]+/)";

const PRIVATE =
  "Features import each other's domain (#shop/<feature>/…) and server index (#shop/<feature>/server/index.ts), and no other files of a feature.";

function createFeatureRules(feature: string, more: Pattern[]): OxlintOverride[] {
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
          message: "Import other features through the import map: #shop/<feature>/web/…",
        },
      ],
    ),
  ];
}

function restrict(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

const ABOVE_FOUNDATIONS = "^#shop/|^(\\.\\./)+(shop|server|web|tests|scripts)/";

const SHOP_AND_SITE =
  "^#shop/[^/]+/server/|^(\\.\\./)+(shop|server|web|tests|scripts|platform|contract|client|ui)/";

/** The forbidden imports of each folder. The linter compares the text of each import, not the imported file. */
export const importRules: OxlintOverride[] = [
  restrict(
    ["contract/**/*.ts"],
    [
      { regex: "^[a-uw-z@]|^vi|^#", message: "contract/ depends on nothing but itself and valibot." },
      { regex: "^(\\.\\./)+", message: "contract/ depends on nothing but itself and valibot." },
    ],
  ),
  restrict(
    ["platform/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|client|ui)/`,
        message: "platform/ imports no feature.",
      },
    ],
  ),
  restrict(
    ["client/**/*.{ts,tsx}", "ui/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|platform)/`,
        message: "client/ and ui/ import no feature and no page.",
      },
    ],
  ),
  ...createFeatureRules("*", []),
  ...Object.keys(featureUses).flatMap((feature) => {
    const strangers = Object.keys(featureUses).filter(
      (other) => other !== feature && !(featureUses[feature] ?? []).includes(other),
    );
    const message = `${feature} does not use this feature, see featureUses in scripts/architecture.ts.`;
    return strangers.length === 0
      ? []
      : createFeatureRules(feature, [{ regex: `^#shop/(${strangers.join("|")})/`, message }]);
  }),
  restrict(
    ["web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: "^(\\.\\./)+(shop|server|contract|platform|client|ui)/",
        message: "Import this through the import map: #shop/, #contract/ …",
      },
    ],
  ),
  restrict(
    ["desk/*.ts", "desk/server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: `${SHOP_AND_SITE}|^(\\.\\./)+desk/`,
        message: "The desk uses the shop only through the operator's socket.",
      },
    ],
  ),
  restrict(
    ["desk/web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: `${SHOP_AND_SITE}|^#shop/[^/]+/web/`,
        message: "The desk's pages use the shop only through the desk's server.",
      },
    ],
  ),
  restrict(
    ["server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: "^(\\.\\./)+(shop|contract|platform|client|ui)/",
        message: "Import this through the import map: #shop/, #platform/ …",
      },
    ],
  ),
];
