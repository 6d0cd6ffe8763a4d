import type { OxlintOverride } from "oxlint";
import { featureUses } from "./architecture.ts";

interface Pattern {
  regex: string;
  message: string;
}

const SERVER_ONLY: Pattern[] = [
  {
    regex: "^#server/|^#platform/|^#shop/[^/]+/server/",
    message: "The web never imports the server, not even a type.",
  },
  {
    regex: "^(node:|fastify|@fastify/|pg$|drizzle-orm|sharp$|pino|@electric-sql/)",
    message: "This runs in a browser.",
  },
];

const WEB_ONLY: Pattern[] = [
  {
    regex: "^#client/|^#ui/|^#shop/[^/]+/web/|^(\\.\\./)+web/",
    message: "The server never imports the web.",
  },
  {
    regex: "^(react|react-dom|react-toastify|embla-carousel|lucide-react|@tanstack/)",
    message: "The server never imports the web's libraries.",
  },
];

const ABOVE_FOUNDATIONS = "^#shop/|^#server/|^(\\.\\./)+(shop|server|web|tests|scripts)/";

const PRIVATE =
  "Features import each other's domain (#shop/<feature>/…) and server index (#server/<feature>), nothing private.";

/** What each place may not import, as the linter sees it: by what is written in the import. */
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
        message: "platform/ knows no feature.",
      },
    ],
  ),
  restrict(
    ["client/**/*.{ts,tsx}", "ui/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|platform)/`,
        message: "client/ and ui/ know no feature and no page.",
      },
    ],
  ),
  ...featureRules("*", []),
  ...Object.keys(featureUses).flatMap((feature) => {
    const strangers = Object.keys(featureUses).filter(
      (other) => other !== feature && !(featureUses[feature] ?? []).includes(other),
    );
    const message = `${feature} does not use this feature, see featureUses in scripts/architecture.ts.`;
    return strangers.length === 0
      ? []
      : featureRules(feature, [{ regex: `^#(shop|server)/(${strangers.join("|")})(/|$)`, message }]);
  }),
  restrict(
    ["web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: "^(\\.\\./)+(shop|server|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #contract/ …",
      },
    ],
  ),
  restrict(
    ["server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: "^(\\.\\./)+(shop|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #server/ …",
      },
    ],
  ),
];

function featureRules(feature: string, more: Pattern[]): OxlintOverride[] {
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
          regex:
            "^#shop/[^/]+/server/|^#server/[^/]+/|^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+(server|web|platform|contract)/",
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
          regex: "^#shop/[^/]+/web/|^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+server/",
          message: "Web parts of features meet only in web/pages and web/shell.",
        },
      ],
    ),
  ];
}

function restrict(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}
